"""Tests of the example `check_catch.py` with right answers to `catch` and with wrong ones."""

from __future__ import annotations

import copy
import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]
EXAMPLE = ROOT / "python/examples/check_catch.py"
PREF = os.environ.get("PREF", str(ROOT / "target/debug/pref"))
# A misère that is made with the probability 2/3. The three deals of DEALS are checked in a few seconds.
TWO_THIRDS = [
    "F:K7.AQJ97.J9.T T98.8.KQ.KQ98 AQJ.T.A87.AJ7 .K.T.",
    "-c",
    "misere",
    "--rules",
    "russian",
    "--leader",
    "R",
]
DEALS = [
    TWO_THIRDS,
    [
        "F:AK7.A.Q7.KJT9 QJ98.K.AK8.AQ T.QJT98.J9.87 .7.T.",
        "-c",
        "misere",
        "--rules",
        "russian",
        "--leader",
        "F",
    ],
    ["F:AKJ987.T9.9.7 T.AQ7.KJ.KJT8 Q.KJ.AQT8.AQ9 .8.7.", "-c", "7H", "--rules", "austrian"],
]

pytestmark = pytest.mark.skipif(not Path(PREF).exists(), reason="the program is not built: cargo build")


def catch(*arguments: str) -> dict[str, Any]:
    """The program's answer to `catch` with plans, for a contract of forehand."""
    command = [PREF, "catch", "-d", "F", "--cards", "no", "--plan", "--format", "json", *arguments]
    environment = {**os.environ, "PREF_TABLES": "no-such-folder", "PREF_TABLES_LIMIT": "0"}
    done = subprocess.run(command, capture_output=True, text=True, check=True, env=environment)
    answer: dict[str, Any] = json.loads(done.stdout)
    return answer


def check(*answers: dict[str, Any]) -> subprocess.CompletedProcess[str]:
    """Runs the example on answers."""
    lines = "".join(json.dumps(answer) + "\n" for answer in answers)
    command = [sys.executable, str(EXAMPLE)]
    return subprocess.run(command, input=lines, capture_output=True, text=True, check=False)


@pytest.fixture(scope="module")
def two_thirds() -> dict[str, Any]:
    return catch(*TWO_THIRDS)


def test_answers_of_program_are_right() -> None:
    answers = [catch(*arguments) for arguments in DEALS]
    assert [answer["chance"]["exact"] for answer in answers] == ["2/3", "0", "0"]
    done = check(*answers)
    assert (done.stdout, done.returncode) == ("3 answers are right\n", 0), done.stderr


def evaluate(*arguments: str) -> dict[str, Any]:
    """The program's answer about a misère with a hidden discard, with certificates."""
    hidden = ["--hidden", "--hidden-layouts", "6", "--layouts", "2", "--goal", "made"]
    question = [PREF, "evaluate", "-c", "misere", "--rules", "russian", "--format", "json"]
    command = [*question, *hidden, *arguments]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    answer: dict[str, Any] = json.loads(done.stdout)
    return answer


@pytest.fixture(scope="module")
def coin_toss() -> dict[str, Any]:
    return evaluate("--certify", "4", "M:KJ987.K.AQ.J987 ? ?")


def test_certificates_of_program_are_right(coin_toss: dict[str, Any]) -> None:
    own_lead = evaluate("--certify", "2", "--leader", "M", "M:97.987.K98.T987 ? ?")
    done = check(coin_toss, own_lead)
    assert (done.stdout, done.returncode) == ("2 answers are right\n", 0), done.stderr


def certificate(answer: dict[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = answer["results"][0]["talon"]["hidden"]["certificate"]
    return found


def open_layout(answer: dict[str, Any]) -> dict[str, Any]:
    """A layout on which neither side is sure."""
    return next(layout for layout in certificate(answer)["layouts"] if layout["low"] not in ("0", "1"))


def change_weight(answer: dict[str, Any]) -> None:
    certificate(answer)["weights"][0] = "1/3"


def raise_certified_bound(answer: dict[str, Any]) -> None:
    open_layout(answer)["low"] = "1"


def lower_certified_bound(answer: dict[str, Any]) -> None:
    open_layout(answer)["high"] = "0"


def claim_that_plans_beat_all(answer: dict[str, Any]) -> None:
    discards = list(range(len(answer["results"][0]["talon"]["hidden"]["mix"])))
    for node in open_layout(answer)["parts"][0]["defence"]:
        node["beats"] = discards


def leave_out_certificate(answer: dict[str, Any]) -> None:
    del answer["results"][0]["talon"]["hidden"]["certificate"]


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (change_weight, "the weights of the certificate"),
        (raise_certified_bound, "the mix guarantees a chance of"),
        (lower_certified_bound, "the defence holds the mix to a chance of"),
        (claim_that_plans_beat_all, "layout"),
        (leave_out_certificate, "ask with --certify"),
    ],
)
def test_damaged_certificate_is_refused(
    coin_toss: dict[str, Any], change: Callable[[dict[str, Any]], None], message: str
) -> None:
    answer = copy.deepcopy(coin_toss)
    change(answer)
    done = check(answer)
    assert done.returncode == 1
    assert message in done.stderr


def first_branch(answer: dict[str, Any]) -> dict[str, Any]:
    """The first node with several replies in the first plan."""
    node: dict[str, Any] = answer["plans"][0]["plan"]
    while len(node["then"]) < 2:
        (node,) = node["then"].values()
    return node


def drop_reply(answer: dict[str, Any]) -> None:
    first_branch(answer)["then"].popitem()


def swap_card_of_plan(answer: dict[str, Any]) -> None:
    first_branch(answer)["play"][-1] = answer["discards"][0]["discard"][0]


def raise_lower_bound(answer: dict[str, Any]) -> None:
    answer["chance"] |= {"low": 0.7, "exact": None}


def lower_upper_bound(answer: dict[str, Any]) -> None:
    answer["chance"] |= {"high": 0.6, "exact": None}


def mixed_discards(answer: dict[str, Any]) -> list[int]:
    """The indices of the discards that have a weight in the declarer's mixed strategy."""
    return [number for number, discard in enumerate(answer["discards"]) if discard["weight"]]


def add_made_discard(answer: dict[str, Any]) -> None:
    answer["mix"][0].setdefault("made", []).append(mixed_discards(answer)[0])


def claim_made_with_open_cards(answer: dict[str, Any]) -> None:
    answer["discards"][mixed_discards(answer)[0]]["made"] = True


def swap_card_of_mix(answer: dict[str, Any]) -> None:
    node = next(node for node in answer["mix"] if "play" in node)
    for moves in (node["play"], node["then"]):
        moves["SA" if "SA" not in moves else "HA"] = moves.pop(next(iter(moves)))


def play_card_of_mix_twice(answer: dict[str, Any]) -> None:
    node = next(node for node in answer["mix"] if "play" in node)
    node["shares"] = {card: ["3/2"] * len(numbers) for card, numbers in node["play"].items()}


def claim_nan(answer: dict[str, Any]) -> None:
    answer["chance"] |= {"low": float("nan"), "high": float("nan"), "exact": None}


def swap_card_of_discard(answer: dict[str, Any]) -> None:
    first, second = answer["discards"][0], answer["discards"][-1]
    first["discard"], second["discard"] = second["discard"], first["discard"]


def drop_discard(answer: dict[str, Any]) -> None:
    next(group for group in answer["discards"] if group["equal"])["equal"].pop()


def count_plan_twice(answer: dict[str, Any]) -> None:
    answer["plans"].append(answer["plans"][0])


def rename_rules(answer: dict[str, Any]) -> None:
    answer["rules"] = "house"


def change_contract(answer: dict[str, Any]) -> None:
    answer["contract"] = "run6"


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (drop_reply, "plan 0: there is no reply to"),
        (swap_card_of_plan, "is not legal"),
        (raise_lower_bound, "the mix guarantees"),
        (lower_upper_bound, "is beaten by plans of weight"),
        (add_made_discard, "the contract fails with open cards"),
        (claim_made_with_open_cards, "but a plan beats it"),
        (swap_card_of_mix, "is not legal"),
        (play_card_of_mix_twice, "is not possible, or is played twice"),
        (claim_nan, "NaN is not a number"),
        (swap_card_of_discard, "is not one group of discards"),
        (drop_discard, "the discards are not all pairs"),
        (count_plan_twice, "the weights of the plans"),
        (rename_rules, "the rules 'house' are not known"),
        (change_contract, "the contract 'run6' is not known"),
    ],
)
def test_wrong_answer_is_refused(
    two_thirds: dict[str, Any], change: Callable[[dict[str, Any]], None], message: str
) -> None:
    answer = copy.deepcopy(two_thirds)
    change(answer)
    done = check(answer)
    assert done.returncode == 1
    assert done.stderr.startswith("line 1: ")
    assert message in done.stderr
