"""Tests of statistics and rules of thumb over many deals, compared with the program."""

from __future__ import annotations

import doctest
import json
import os
import subprocess
from pathlib import Path
from typing import Any, assert_type

import pytest

import preference
from preference import DealError, QuestionError, Rules, Statistics, ThumbCost

ROOT = Path(__file__).parents[2]
PREF = os.environ.get("PREF", str(ROOT / "target/debug/pref"))
DEALS: list[str] = [deal["deal"] for deal in preference.deal(count=4, seed=9)]

needs_program = pytest.mark.skipif(not Path(PREF).exists(), reason="the program is not built: cargo build")


def program_output(*arguments: str, text: str = "") -> list[Any]:
    """The JSON values that the program prints, one for each line."""
    command = [PREF, *arguments, "--format", "json"]
    environment = {**os.environ, "PREF_TABLES": "no-such-folder", "PREF_TABLES_LIMIT": "0"}
    done = subprocess.run(
        command, input=text, capture_output=True, text=True, check=True, encoding="utf-8", env=environment
    )
    return [json.loads(line) for line in done.stdout.splitlines()]


@needs_program
def test_costs_of_rules_of_thumb_equal_program() -> None:
    random = preference.thumb(random=3, seed=4, rules="russian", model="allied")
    assert_type(random, list[ThumbCost])
    flags = ["--random", "3", "--seed", "4", "--rules", "russian", "--model", "allied"]
    assert random == program_output("thumb", *flags)
    assert [cost["rule_of_thumb"] for cost in random] == ["partner", "last", "second", "all"]
    listed = preference.thumb(preference.deal(count=4, seed=9), pot=30)
    assert listed == program_output("thumb", "--pot", "30", *DEALS)
    assert listed == preference.thumb(iter(DEALS), pot=30, threads=1)
    assert preference.thumb(DEALS[0])[0]["games"] == 3


def test_thumb_reports_progress() -> None:
    reported: list[int] = []
    preference.thumb(DEALS, model="tricks", progress=reported.append)
    assert reported == sorted(reported)
    assert reported[-1] == len(DEALS)

    def fail(done: int) -> None:
        raise ValueError("the caller's own")

    with pytest.raises(ValueError, match="the caller's own"):
        preference.thumb(random=100_000, progress=fail)


@pytest.mark.parametrize(
    ("fields", "code", "field"),
    [
        ({}, "missing", "deals"),
        ({"deals": []}, "missing", "deals"),
        ({"deals": DEALS, "random": 3}, "not-here", "random"),
        ({"deals": DEALS, "seed": 3}, "not-here", "seed"),
        ({"deals": [DEALS[0], {"rules": "russian"}]}, "bad-value", "deals[1]"),
        ({"random": 0}, "bad-value", "random"),
        ({"random": 3, "seed": -1}, "bad-value", "seed"),
        ({"random": 3, "model": "none"}, "bad-value", "model"),
        ({"random": 3, "pot": 3, "rules": "russian"}, "not-here", "pot"),
        ({"random": 3, "rules": "none"}, "bad-rules", "rules"),
    ],
)
def test_wrong_questions_about_rules_of_thumb_are_refused(
    fields: dict[str, Any], code: str, field: str
) -> None:
    with pytest.raises(QuestionError) as found:
        preference.thumb(**fields)
    assert (found.value.code, found.value.field) == (code, field)


def test_wrong_deal_of_thumb_is_reported() -> None:
    with pytest.raises(DealError) as found:
        preference.thumb([DEALS[0], "F:A"])
    assert found.value.field == "deals[1]"


@needs_program
def test_statistics_equal_program() -> None:
    answers: list[Any] = [
        *preference.ask_many(DEALS, ask="solve", contract="S,misere", rules="russian"),
        *preference.ask_many(DEALS, ask="talon", declarer="F", contract="S"),
        *preference.ask_many(DEALS, ask="par", model="tricks"),
        *preference.ask_many(DEALS, ask="defend", declarer="F", contract="S", rule_of_thumb="all"),
        *preference.ask_many([*DEALS[:1], "F:A"], ask="solve", errors="return"),
        preference.auction(),
    ]
    statistics = preference.stats(answers)
    assert_type(statistics, Statistics)
    lines = "\n".join(json.dumps(answer) for answer in answers)
    assert [statistics] == program_output("stats", text=lines)
    assert (statistics["answers"], statistics["errors"], statistics["skipped"]) == (17, 1, 1)
    assert statistics["talon"]
    assert statistics["rules_of_thumb"]
    assert [row["seat"] for row in statistics["gains"]] == ["F", "M", "R"]
    assert preference.stats(iter(answers)) == preference.stats({"answers": answers}) | {"skipped": 1}


@pytest.mark.parametrize("options", [{}, {"goal": "made"}, {"long": True}])
def test_tables_have_statistics_of_their_answers(options: dict[str, Any]) -> None:
    fields: dict[str, Any] = {"contract": "S,7H,misere", "rules": "russian"}
    goal = {name: value for name, value in options.items() if name == "goal"}
    expected = preference.stats(preference.ask_many(DEALS, ask="solve", **fields, **goal))
    assert expected["answers"] == len(DEALS)
    table = preference.solve_many(DEALS, **fields, **options)
    forms: list[Any] = [table, list(table), [table], iter(table)]
    try:
        import pyarrow

        batches = pyarrow.table({"deal": DEALS}).to_batches(max_chunksize=2)
        forms += [table.to_pyarrow(), preference.solve_batches(batches, **fields, **options)]
        import pandas

        frame = preference.solve_many(pandas.DataFrame({"deal": DEALS}), **fields, **options)
        forms += [frame, frame.to_dict("records")]
    except ImportError:
        pass
    for form in forms:
        assert preference.stats(form, rules="russian") == expected, type(form)


def test_rules_decide_which_contracts_of_table_are_made() -> None:
    row = {"deal": DEALS[0], "F_7S": 7, "M_7S": 6}
    for table, rules in (
        ([row], "russian"),
        ([row], Rules.from_toml('extends = "russian"\nname = "ours"')),
        ([{**row, "rules": "ours"}], Rules.from_toml('extends = "russian"\nname = "ours"')),
        ([{**row, "rules": "russian"}], None),
    ):
        [contract, *_] = preference.stats(table, rules=rules)["contracts"]
        assert (contract["hands"], contract["chance"]["mean"]) == (2, 0.5)
    # The number of tricks that the contract needs depends on whether it is played from the hand.
    quotas = [
        preference.stats([{"F_S": tricks}], rules="danube-swabian", hand=hand)["contracts"][0]["chance"][
            "mean"
        ]
        for hand in (False, True)
        for tricks in range(11)
    ]
    assert quotas[:11] != quotas[11:]


@pytest.mark.parametrize(
    ("answers", "rules", "code", "row"),
    [
        ([{"deal": DEALS[0], "F_S": 6}], None, "missing", 0),
        ([{"deal": DEALS[0], "F_S": 6}], "none", "bad-rules", None),
        ([{"deal": DEALS[0], "F_S": 6, "rules": "none"}], None, "bad-rules", 0),
        ([{"deal": DEALS[0], "F_run6": True}, {"deal": "F:A"}, {"deal": DEALS[0]}], None, "bad-deal", 1),
        ([{"deal": DEALS[0], "F_run6": True}, {"deal": "F:A"}], None, "bad-deal", 1),
        ([{"done": True}, {"done": True}], None, "nothing-found", 0),
        ([{"deal": DEALS[0], "F_run6": True}, 3], None, "bad-json", 1),
        ("answers", None, "bad-json", 0),
    ],
)
def test_uncountable_answers_are_reported(
    answers: Any, rules: str | None, code: str, row: int | None
) -> None:
    with pytest.raises(QuestionError) as found:
        preference.stats(answers, rules=rules)
    assert (found.value.code, found.value.row) == (code, row)


def test_statistics_of_few_hands_are_printed() -> None:
    statistics = preference.stats([{"deal": DEALS[0], "F_S": 6}], rules="russian")
    assert statistics["contracts"][0]["chance"]["error"] is None
    assert " hand  ♠         Forehand  1      100%    6.00" in str(statistics)
    assert preference.stats([])["answers"] == 0
    with pytest.raises(TypeError, match="int"):
        preference.stats(3)  # type: ignore[arg-type] # pyright: ignore[reportArgumentType]


def test_examples_of_functions_succeed() -> None:
    for function in (preference.stats, preference.thumb):
        [example] = doctest.DocTestFinder().find(function, module=False, globs=vars(preference).copy())
        result = doctest.DocTestRunner().run(example)
        assert (result.attempted > 0, result.failed) == (True, 0), function.__name__
