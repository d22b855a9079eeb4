"""Tests of matches between built-in players and players in Python."""

from __future__ import annotations

import doctest
import json
import os
import random
import subprocess
from pathlib import Path
from typing import Any

import pytest

import preference
from preference import Hand, IllegalAction, QuestionError, View, _match, match

ROOT = Path(__file__).parents[2]

NONE = {"crash": 0, "unreadable": 0, "illegal": 0, "late": 0}


class Legal:
    """Chooses at random, and checks what it is given."""

    def __init__(self) -> None:
        self.generator = random.Random(3)
        self.asked = 0

    def choose(self, view: View, legal_actions: list[str]) -> str:
        self.asked += 1
        assert view.player == view.seat
        assert view.legal_actions() == legal_actions
        return self.generator.choice(legal_actions)


def without_speed(answer: Any) -> dict[str, Any]:
    return {key: value for key, value in answer.items() if key != "actions_per_second"}


def test_example_succeeds() -> None:
    result = doctest.testmod(_match, extraglobs={"match": match})
    assert result == doctest.TestResults(failed=0, attempted=2)


@pytest.mark.parametrize("rules", ["austrian", "russian"])
@pytest.mark.parametrize("duplicate", [False, True])
def test_built_in_players_play_match_of_program(rules: str, duplicate: bool, tmp_path: Path) -> None:
    program = os.environ.get("PREF")
    if not program:
        pytest.skip("PREF does not name the program")
    ours, theirs = tmp_path / "ours", tmp_path / "theirs"
    answer = match(
        ["beginner", "random", "beginner"], rules=rules, hands=20, duplicate=duplicate, seed=8, records=ours
    )
    command = [program, "match", "--players", "beginner,random,beginner", "--rules", rules, "--hands", "20"]
    command += ["--seed", "8", "--format", "json", "--records", str(theirs)]
    command += ["--duplicate"] if duplicate else []
    printed = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    assert without_speed(answer) == without_speed(json.loads(printed))
    assert ours.read_text() == theirs.read_text()
    with pytest.raises(FileExistsError):
        match(["beginner", "beginner", "beginner"], hands=1, records=ours)


@pytest.mark.parametrize("rules", preference.Rules.names())
def test_bots_with_legal_actions_are_never_replaced(rules: str) -> None:
    bot = Legal()
    answer = match([bot, "beginner", bot], rules=rules, hands=6, duplicate=True, strict=True)
    assert [(player["name"], player["hands"]) for player in answer["players"]] == [
        ("Legal", 12),
        ("beginner", 6),
    ]
    assert answer["players"][0].get("replaced") == NONE
    assert "replaced" not in answer["players"][1]
    assert bot.asked > 12


def test_beginner_in_python_plays_hands_of_beginner(tmp_path: Path) -> None:
    files = [tmp_path / "bot", tmp_path / "built-in"]
    beginner = lambda view, legal_actions: view.act("beginner")  # noqa: E731
    match([beginner, "random", "random"], rules="russian", hands=12, records=files[0])
    match(["beginner", "random", "random"], rules="russian", hands=12, records=files[1])
    hands = [[json.loads(line) for line in file.read_text().splitlines()] for file in files]
    assert [hand["actions"] for hand in hands[0]] == [hand["actions"] for hand in hands[1]]
    for line in hands[0]:
        assert Hand.from_record({key: line[key] for key in line if key != "x_match"}).is_over


def fail(view: View, legal_actions: list[str]) -> str:
    raise RuntimeError("no idea")


@pytest.mark.parametrize(
    ("bot", "cause", "error"),
    [
        (fail, "crash", RuntimeError),
        (lambda view, legal_actions: None, "unreadable", IllegalAction),
        (lambda view, legal_actions: "nonsense", "unreadable", IllegalAction),
        (lambda view, legal_actions: "hand8", "illegal", IllegalAction),
    ],
)
@pytest.mark.filterwarnings("ignore::RuntimeWarning")
def test_failures_are_counted_or_raised(bot: Any, cause: str, error: type[Exception], tmp_path: Path) -> None:
    file = tmp_path / "records"
    answer = match([bot, "random", "random"], hands=6, records=file)
    replaced: Any = answer["players"][0].get("replaced")
    records = [json.loads(line)["x_match"].get("replaced", []) for line in file.read_text().splitlines()]
    assert replaced == NONE | {cause: sum(map(len, records))}
    assert replaced[cause] >= 6
    with pytest.raises(error):
        match([bot, "random", "random"], hands=6, strict=True)


def test_first_exception_of_bot_is_shown() -> None:
    with pytest.warns(RuntimeWarning, match="fail: RuntimeError.'no idea'") as shown:
        match([fail, "random", "random"], hands=6)
    assert len(shown) == 1


def test_interruption_ends_match() -> None:
    def stop(view: View, legal_actions: list[str]) -> str:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        match([stop, "random", "random"])


def test_names_tell_players_apart() -> None:
    one, other = Legal(), Legal()
    answer = match([one, other, one], hands=3)
    assert [player["name"] for player in answer["players"]] == ["Legal", "Legal 2"]

    def strong(view: View, legal_actions: list[str]) -> str:
        return legal_actions[-1]

    answer = match([strong, "random", "random"], hands=3)
    assert [player["name"] for player in answer["players"]] == ["strong 2", "random"]


@pytest.mark.parametrize(
    ("players", "message"),
    [
        (["beginner", "beginner"], "three players"),
        ("beginner", "three players"),
        (["beginner", "beginner", "expert"], "no player named 'expert'"),
        (["beginner", "beginner", 7], "int is neither"),
    ],
)
def test_wrong_players_are_refused(players: Any, message: str) -> None:
    with pytest.raises(QuestionError, match=message):
        match(players)


def test_progress_counts_deals() -> None:
    seen: list[int] = []
    match(["random", "random", "random"], hands=4, progress=seen.append)
    assert seen == [1, 2, 3, 4]


def test_examples_of_page_run(capsys: pytest.CaptureFixture[str]) -> None:
    blocks = (ROOT / "docs/bots.md").read_text().split("```python\n")[1:]
    assert blocks
    for block in blocks:
        exec(block.split("```")[0], {})
    assert "Cheapest 60 " in capsys.readouterr().out
