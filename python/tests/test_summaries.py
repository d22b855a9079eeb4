"""Numbers over many deals, compared with those of the program."""

from __future__ import annotations

import doctest
import json
import os
import subprocess
from pathlib import Path
from typing import Any, assert_type

import pytest

import preference
from preference import DealError, QuestionError, ThumbCost

ROOT = Path(__file__).parents[2]
PREF = os.environ.get("PREF", str(ROOT / "target/debug/pref"))
DEALS: list[str] = [deal["deal"] for deal in preference.deal(count=4, seed=9)]

needs_program = pytest.mark.skipif(not Path(PREF).exists(), reason="the program is not built: cargo build")


def program_output(*arguments: str, text: str = "") -> list[Any]:
    """Returns the JSON values that the program prints, one for each line."""
    command = [PREF, *arguments, "--format", "json"]
    environment = {**os.environ, "PREF_TABLES": "no-such-folder"}
    done = subprocess.run(
        command, input=text, capture_output=True, text=True, check=True, encoding="utf-8", env=environment
    )
    return [json.loads(line) for line in done.stdout.splitlines()]


@needs_program
def test_rules_of_thumb_cost_as_much_as_in_program() -> None:
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


def test_wrong_deal_of_thumb_is_named() -> None:
    with pytest.raises(DealError) as found:
        preference.thumb([DEALS[0], "F:A"])
    assert found.value.field == "deals[1]"


def test_examples_of_functions_succeed() -> None:
    for function in (preference.thumb,):
        [example] = doctest.DocTestFinder().find(function, module=False, globs=vars(preference).copy())
        result = doctest.DocTestRunner().run(example)
        assert (result.attempted, result.failed) == (1, 0), function.__name__
