"""Tests of the types of questions and answers, which mypy and pyright check here, and of printed answers."""

from __future__ import annotations

import doctest
import inspect
from concurrent.futures import Future
from typing import Any, assert_type

import pytest

import preference
from preference import (
    ActionAdvice,
    Answer,
    AnswerList,
    CardsAnswer,
    CardsListQuestion,
    ContractSolution,
    Deal,
    DealAnswer,
    Engine,
    Gains,
    ParAnswer,
    Question,
    RandomDeal,
    SolveAnswer,
    SolveListQuestion,
    SolveQuestion,
    TalonAnswer,
    TalonAverages,
)

HAND = Deal("F:AQJ.A9.AK9.T7 KT87.J7.QJ.Q8 9.KQT8.T8.AJ9 ..7.K")
VERBS = [name for name in preference.__all__ if inspect.isfunction(getattr(preference, name))]
# Functions of the package that are handwritten, not generated from a schema.
OTHERS = {
    "ask",
    "ask_batches",
    "ask_many",
    "encode",
    "match",
    "solve_batches",
    "solve_many",
    "stats",
    "thumb",
}


def test_answers_have_own_types() -> None:
    assert_type(preference.solve(HAND, contract="S"), SolveAnswer)
    assert_type(preference.solve([HAND], contract="S"), list[SolveAnswer])
    assert_type(preference.talon(HAND, declarer="F", contract="S"), TalonAnswer | TalonAverages)
    assert_type(preference.talon(HAND, contract="S"), list[TalonAnswer | TalonAverages])
    assert_type(preference.cards(HAND, declarer="F", contract="S"), CardsAnswer)
    assert_type(preference.cards(HAND, declarer="F", contract="S", at=[0]), list[CardsAnswer])
    assert_type(preference.deal(), RandomDeal)
    assert_type(preference.deal(count=2), list[RandomDeal])
    record = {"deal": HAND, "actions": ["pass"]}
    assert_type(preference.advise(record=record, layouts=2), ActionAdvice)
    assert_type(preference.advise(record=record, layouts=2, at=[0, 1]), list[ActionAdvice])
    assert_type(preference.par(HAND, model="tricks"), ParAnswer)
    assert_type(preference.par(HAND, model="tricks")["gains"], Gains)


def test_typed_questions_are_accepted_everywhere() -> None:
    question: SolveQuestion = {"ask": "solve", "deal": HAND, "contract": "S"}
    others: list[Question] = [question, {"ask": "auction", "calls": ["pass"]}, {"ask": "deal", "from": HAND}]
    answers = preference.ask_many(others)
    assert_type(preference.ask(question), SolveAnswer)
    assert dict(preference.ask(question)) == answers[0]
    with Engine(threads=1) as engine:
        assert [engine.ask(dict(one)) for one in others] == answers
    deals: list[Deal] = [HAND]
    table = preference.solve_many(deals, contract="S", declarer="F", goal="made")
    assert table["F_S"] == [False]


def test_answers_of_ask_have_own_types() -> None:
    one: SolveQuestion = {"ask": "solve", "deal": HAND, "contract": "S"}
    several: SolveListQuestion = {"ask": "solve", "deal": [HAND, HAND], "contract": "S"}
    assert_type(preference.ask(one)["results"], list[ContractSolution])
    assert_type(preference.ask(several), AnswerList[SolveAnswer])
    assert len(preference.ask(several)["answers"]) == 2
    assert_type(preference.ask({"ask": "deal", "seed": 5}), DealAnswer)
    assert_type(preference.ask({"ask": "deal", "seed": 5, "count": 2}), AnswerList[DealAnswer])
    moments: CardsListQuestion = {"ask": "cards", "deal": HAND, "declarer": "F", "contract": "S", "at": [0]}
    assert_type(preference.ask(moments), AnswerList[CardsAnswer])
    untyped: dict[str, Any] = {"ask": "solve", "deal": HAND}
    assert_type(preference.ask(untyped), dict[str, Any])
    with Engine(threads=1) as engine:
        assert_type(engine.ask(one), SolveAnswer)
        assert_type(engine.submit(one), Future[SolveAnswer])
        assert engine.submit(several).result() == preference.ask(several)


def test_unknown_options_are_refused() -> None:
    with pytest.raises(TypeError, match="par.*countract"):
        preference.par(HAND, countract="S")  # type: ignore[call-arg] # pyright: ignore[reportCallIssue]


@pytest.mark.parametrize("name", sorted(set(VERBS) - OTHERS))
def test_help_describes_every_option(name: str) -> None:
    function = getattr(preference, name)
    text = inspect.getdoc(function) or ""
    for option in inspect.signature(function).parameters:
        assert f"\n    {option}: " in text, option
    assert "\nReturns:\n" in text
    examples = doctest.DocTestFinder().find(
        function, name, module=False, globs={**vars(preference), "HAND": HAND}
    )
    results = [doctest.DocTestRunner().run(example) for example in examples]
    assert [(result.attempted, result.failed) for result in results] == [(1, 0)]


def test_printed_answers_are_tables() -> None:
    solved = preference.ask({"ask": "solve", "deal": HAND, "contract": "S,D"})
    assert str(solved).splitlines() == [
        HAND,
        "rules austrian",
        "             ♠    ♦",
        " Forehand    5 ✗  6 ✓",
        " Middlehand  2 ✗  0 ✗",
        " Rearhand    2 ✗  2 ✗",
    ]
    cards = str(preference.cards(HAND, declarer="F", contract="D"))
    # The best card comes first, and cards of equal value share a row.
    assert cards.splitlines()[-3:] == [
        " ♠A = ♥A = ♥9 = … 7 in all  6 ✓",
        " ♦9                         5 ✗",
        " ♠Q = ♠J                    4 ✗",
    ]
    talon = str(preference.talon(HAND, declarer="F", contract="S,misere"))
    assert "\n ♠Q ♥9 = ♠J ♥9 = ♥A ♥9                6 ✓  4 ✗\n" in talon
    line = str(preference.line(HAND, declarer="F", contract="D", played="SA"))
    assert "\n Middlehand  ♠T ♠9\n Forehand    ♥A ♥J ♥K\n" in line
    answers = preference.ask_many([HAND, HAND], ask="solve", contract="S", declarer="F")
    assert str(answers).splitlines()[:2] == ["2 answers", f" {'deal':{len(HAND)}}  rules     F ♠"]
    assert isinstance(answers[0], Answer)
