"""Tests of deals, rules and answers as objects, and of their display in notebooks."""

from __future__ import annotations

import copy
import json
import pickle
import random
import xml.etree.ElementTree as ET
from pathlib import Path
from typing import Any

import pytest

import preference
from preference import Deal, DealError, QuestionError, Rules

HAND = "F:AQJ.A9.AK9.T7 KT87.J7.QJ.Q8 9.KQT8.T8.AJ9 ..7.K"


def test_deal_behaves_like_text() -> None:
    deal = Deal("m:KT87.J7.QJ.Q8 9.KQT8.T8.AJ9 aqj.a9.ak9.107")
    assert deal == HAND
    assert {deal: 1}[Deal(HAND)] == 1
    assert json.dumps([deal]) == json.dumps([HAND])
    assert (deal.F, deal.M, deal.R, deal.talon) == tuple(HAND[2:].split())
    assert deal.cards("talon") == ["D7", "CK"]
    assert sum(len(deal.cards(seat)) for seat in ("F", "M", "R", "talon")) == 32
    assert deal.masks[0] == sum(1 << bit for bit in bits(deal.cards("F")))
    assert Deal.from_masks(*deal.masks) == Deal.from_masks(*deal.masks[:3]) == deal
    for same in (copy.deepcopy(deal), pickle.loads(pickle.dumps(deal))):
        assert (same, type(same), same.masks) == (deal, Deal, deal.masks)
    assert repr(deal) == f"Deal({HAND!r})"
    assert preference.solve(deal, declarer="F", contract="D") == preference.solve(
        HAND, declarer="F", contract="D"
    )
    for wrong in ("", "F:A", HAND.replace("AQJ", "AQK"), HAND + " x"):
        with pytest.raises(DealError) as found:
            Deal(wrong)
        assert found.value.field == "deal"
    with pytest.raises(DealError):
        Deal.from_masks(1, 2, 3)


def bits(cards: list[str]) -> list[int]:
    """The bit index of each card in a set of cards.

    A set has a byte for each suit, clubs lowest, and in each byte a bit for each rank, the seven lowest.
    """
    return [8 * "CDHS".index(card[0]) + "789TJQKA".index(card[1]) for card in cards]


def test_deal_draws_itself(tmp_path: Path) -> None:
    deal = Deal(HAND)
    picture = ET.fromstring(deal._repr_svg_())
    texts = ["".join(text.itertext()) for text in picture.iter("{http://www.w3.org/2000/svg}text")]
    assert {"Forehand", "♠ A Q J", "♣ 10 7", "♣ K", "Talon"} <= set(texts)
    # An empty suit of a hand is shown as a dash; an empty suit of the talon is not shown.
    assert len(texts) == 4 + 12 + 2
    assert deal._repr_html_() == deal.svg()
    deal.save(tmp_path / "deal.svg")
    assert (tmp_path / "deal.svg").read_text(encoding="utf-8") == deal.svg()


def test_rules_are_read_from_name_or_toml() -> None:
    named = Rules("american,+trump")
    assert (named.name, str(named)) == ("american,+trump", "american,+trump")
    house = Rules.from_toml(named.toml)
    assert house == named
    assert hash(house) == hash(named)
    assert house != Rules("american")
    answers: list[Any] = [
        preference.solve(HAND, rules=rules, contract="S") for rules in (named, house, "american,+trump")
    ]
    assert answers[0]["results"] == answers[1]["results"] == answers[2]["results"]
    assert preference.solve_many([HAND], rules=house, contract="S")["F_S"] == [
        answers[0]["results"][0]["tricks"]
    ]
    assert {"austrian", "american", "danube-swabian"} <= set(Rules.names())
    for name in Rules.names():
        assert Rules(name).name == name
    with pytest.raises(QuestionError, match="rules"):
        Rules("no")
    with pytest.raises(QuestionError, match="rules"):
        Rules.from_toml("name = 7")


def test_answers_render_as_html() -> None:
    answers: list[Any] = [
        preference.solve(HAND),
        preference.solve(HAND, rules="sochi", contract="allpass"),
        preference.talon(HAND, declarer="F", contract="S,H"),
        preference.advise("F:AQJ.A9.AK9.T7 ? ?", declarer="F", contract="D", layouts=5),
        preference.cards(HAND, declarer="F", contract="D"),
        preference.line(HAND, declarer="F", contract="D"),
        preference.defend(HAND, declarer="F", contract="D"),
        preference.par(HAND),
        preference.usurp(HAND, declarer="R"),
        preference.evaluate("F:AQJ.A9.AK9.T7 ? ?", layouts=20),
        preference.auction(calls=["1", "pass"]),
        preference.ask({"ask": "deal", "x_note": "<script>"}),
    ]
    for answer in answers:
        page = answer._repr_html_()
        tree = ET.fromstring(page)
        assert tree.tag == "div"
        assert not list(tree.iter("script"))
        assert json.loads(json.dumps(answer)) == answer
    assert "✓" in answers[0]._repr_html_()


def test_answer_is_accepted_as_deal() -> None:
    dealt = preference.deal(seed=3)
    text = dealt["deal"]
    assert Deal(dealt) == text
    assert preference.par(dealt) == preference.par(text)
    assert preference.talon(dealt, declarer="F") == preference.talon(text, declarer="F")
    assert preference.ask({"ask": "par", "deal": dealt}) == preference.par(text)
    hand = preference.Hand(text, rules="russian")
    assert preference.Hand(dealt, rules="russian") == hand
    assert preference.Hand(preference.deal(seed=4)).with_deal(dealt) == preference.Hand(text)
    assert preference.solve(preference.puzzle(among=200), contract="S")["results"]
    several = preference.deal(count=2)
    texts = [one["deal"] for one in several]
    assert preference.solve(several, contract="S") == preference.solve(texts, contract="S")
    with preference.Engine() as engine:
        assert engine.ask({"ask": "par", "deal": dealt}) == preference.par(text)


def test_deals_are_others_in_each_call_unless_seeded() -> None:
    dealt = [preference.deal() for _ in range(3)]
    assert len({one["deal"] for one in dealt}) == 3
    for one in dealt:
        assert preference.deal(seed=one.get("seed")) == {"deal": one["deal"]}
    several = preference.deal(count=3, where="F:S>=4")
    (seed,) = {one.get("seed") for one in several}
    again = preference.deal(count=3, where="F:S>=4", seed=seed)
    assert [one["deal"] for one in again] == [one["deal"] for one in several]
    state = random.getstate()
    first = preference.deal()
    random.setstate(state)
    assert preference.deal() == first


def test_error_for_list_of_deals_suggests_ask_many() -> None:
    several: Any = preference.deal(count=2)
    with pytest.raises(QuestionError, match=r'takes one deal here: write ask_many\(deals, ask="par"\)'):
        preference.par(several)
    for make in (Deal, preference.Hand):
        with pytest.raises(DealError, match="this is a list of deals: take them one by one"):
            make(several)
    wrong: Any = 5
    with pytest.raises(DealError, match="int is not a deal"):
        Deal(wrong)


def test_puzzles_are_solved_by_solve_many() -> None:
    puzzles = preference.puzzle(count=2, among=500, kind="lead", contract="H")
    for fields in ({}, {"contract": "H"}):
        table = preference.solve_many(puzzles, **fields)
        assert [row["deal"] for row in table] == [puzzle["deal"] for puzzle in puzzles]
        for puzzle, row in zip(puzzles, table, strict=True):
            assert row[f"{puzzle['declarer']}_H"] is not None
    assert len(preference.solve_many(puzzles[0])) == 1
    with pytest.raises(QuestionError, match="a contract of its own, H, which the argument") as found:
        preference.solve_many(puzzles, contract="S")
    assert (found.value.field, found.value.row) == ("contract", 0)
    assert len(preference.solve_many([one["deal"] for one in puzzles], contract="S")) == 2
