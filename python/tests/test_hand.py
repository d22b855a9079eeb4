"""Tests of `Hand`, and comparisons of hands with the answers to questions about them."""

from __future__ import annotations

import copy
import doctest
import itertools
import json
import pickle
import random
from typing import Any

import pytest

import preference
import preference.encoding
from preference import (
    Deal,
    DealError,
    Hand,
    HandError,
    IllegalAction,
    QuestionError,
    Rules,
    View,
    _hand,
    _view,
)
from preference._verbs import Gains, Seat

DEAL = Deal("F:AQJ.A9.AK9.T7 KT87.J7.QJ.Q8 9.KQT8.T8.AJ9 ..7.K")
OPEN_WHIST = ["6D", "pass", "pass", "discard H9 C7", "play 6D", "pass", "whist", "open", "DA"]
PRESETS = Rules.names()
SEATS: tuple[Seat, Seat, Seat] = ("F", "M", "R")


def played(actions: list[str], rules: str = "russian", **table: Any) -> Hand:
    hand = Hand(DEAL, rules, **table)
    for action in actions:
        hand.push(action)
    return hand


def random_deal(generator: random.Random) -> Deal:
    bits = generator.sample(range(32), 32)
    masks = [sum(1 << bit for bit in bits[start : start + 10]) for start in (0, 10, 20)]
    return Deal.from_masks(*masks)


def play_at_random(hand: Hand, generator: random.Random) -> None:
    """Plays a hand to its end. Passes are frequent, so that auctions end in all possible ways."""
    while not hand.is_over:
        legal = hand.legal_actions()
        calls = hand.phase == "auction" and generator.random() < 0.5
        hand.push(legal[0] if calls else generator.choice(legal))


def total(gains: Gains) -> float:
    return gains["F"] + gains["M"] + gains["R"] + gains.get("D", 0) + gains["pot"]


def score_of(question: dict[str, Any]) -> dict[str, Any]:
    """Asks the question `score` without the fields that the engine refuses because they do not matter."""
    while True:
        try:
            return preference.ask(question)
        except QuestionError as error:
            if error.code != "not-here" or error.field not in question:
                raise
            del question[error.field]


def test_example_of_class_succeeds() -> None:
    assert doctest.testmod(_hand) == doctest.TestResults(failed=0, attempted=3)
    assert doctest.testmod(_view) == doctest.TestResults(failed=0, attempted=2)


def test_hand_goes_from_auction_to_result() -> None:
    hand = Hand(DEAL, "russian")
    assert (hand.phase, hand.to_act, hand.player, hand.result) == ("auction", "F", "F", None)
    assert hand.legal_actions()[:3] == ["pass", "6S", "6C"]
    hand = played(OPEN_WHIST)
    assert (hand.phase, hand.declarer, hand.contract) == ("play", "F", "6D")
    assert hand.steps[-2:] == [("R", "R", "open"), ("F", "F", "DA")]
    assert (hand.to_act, hand.player, hand.legal_actions()) == ("M", "R", ["DQ", "DJ"])
    for card in ["DQ", "DT"]:
        hand.push(card)
    assert hand.tricks == {"F": 1, "M": 0, "R": 0}
    assert hand.steps[-2] == ("M", "R", "DQ")
    assert (hand.to_act, hand.player, len(hand.held_cards["F"])) == ("F", "F", 9)
    while not hand.is_over:
        hand.push(hand.legal_actions()[0])
    assert (hand.phase, hand.to_act, hand.player, hand.legal_actions()) == ("over", None, None, [])
    assert sum(hand.tricks.values()) == 10


def test_illegal_action_gives_reason_and_changes_nothing() -> None:
    hand = played(OPEN_WHIST)
    before = hand.copy()
    for action, why in [
        ("D8", "middlehand does not hold D8"),
        ("SK", "a player who can follow suit must; allowed: DQ DJ"),
        ("pass", "may not say or play pass"),
        ("nonsense", "'nonsense' is not an action"),
    ]:
        with pytest.raises(IllegalAction, match=why):
            hand.push(action)
    assert issubclass(IllegalAction, ValueError)
    assert hand == before


def test_pop_undoes_actions() -> None:
    hand = Hand(DEAL, "russian")
    states = []
    for action in OPEN_WHIST:
        states.append(hand.copy())
        hand.push(action)
    for action in reversed(OPEN_WHIST):
        assert hand.pop() in (action, "discard H9 C7")
        assert hand == states.pop()
    with pytest.raises(IndexError, match="no action"):
        hand.pop()


def test_copies_are_independent() -> None:
    hand = played(OPEN_WHIST)
    for other in (hand.copy(), copy.copy(hand), copy.deepcopy(hand)):
        assert other == hand
        other.push("DQ")
        assert other != hand
    assert hand.legal_actions() == ["DQ", "DJ"]
    with pytest.raises(TypeError):
        hash(hand)


def test_hand_that_cannot_be_set_up_is_refused() -> None:
    with pytest.raises(DealError):
        Hand("F:AK")
    with pytest.raises(QuestionError, match="rules"):
        Hand(DEAL, "austrain")
    with pytest.raises(HandError, match="dealer"):
        Hand(DEAL, dealer="F")
    with pytest.raises(HandError, match="talon"):
        Hand(DEAL, talon_order=["SA", "SK"])
    with pytest.raises(HandError, match="sheet"):
        Hand(DEAL, sheet=[Hand(DEAL)])
    with pytest.raises(HandError, match="sheet"):
        Hand(DEAL, sheet=[], pot=5)


@pytest.mark.parametrize("preset", PRESETS)
def test_random_hands_are_settled_as_score_settles_them(preset: str) -> None:
    generator = random.Random(preset)
    start = Hand(DEAL, preset, sheet=[])
    settled = 0
    # Under some rules most hands end as soon as the contract has failed.
    while settled < 5:
        hand = start.with_deal(random_deal(generator))
        play_at_random(hand, generator)
        result = hand.result
        assert result is not None
        assert total(result) == pytest.approx(0), hand.situation()
        situation = hand.situation()
        if hand.contract is not None and sum(hand.tricks.values()) == 10:
            play = {"deal", "calls", "discard", "played", "talon_order", "leader"}
            question = {name: value for name, value in situation.items() if name not in play}
            score = score_of({"ask": "score", "tricks": hand.tricks, **question})
            assert {name: score[name] for name in result} == pytest.approx(result), situation
            settled += 1


def test_situation_is_read_by_review() -> None:
    hand = played([*OPEN_WHIST, "DQ", "DT"])
    review = preference.ask({"ask": "review", **hand.situation()})
    assert [card["done"] for card in review["cards"]] == ["DA", "DQ", "DT"]


def test_sheet_decides_pot_marks_and_progressions() -> None:
    generator = random.Random(5)
    start = Hand(DEAL, "austrian", sheet=[])
    first = start.with_deal(random_deal(generator))
    play_at_random(first, generator)
    second = Hand(DEAL, "austrian", sheet=[first])
    assert first.result is not None
    before, after = (hand.situation()["pot"] for hand in (first, second))
    assert after >= before + first.result["pot"]
    passed = Hand(DEAL, "russian", sheet=[])
    while not passed.is_over:
        passed.push(passed.legal_actions()[0])
    assert Hand(DEAL, "russian", sheet=[passed]) == Hand(
        DEAL, "russian", pot=Hand(DEAL, "russian", sheet=[passed]).situation()["pot"], passed=1
    )


def test_dealer_sits_out_with_four_at_table() -> None:
    generator = random.Random(3)
    hand = Hand(random_deal(generator), "russian", dealer="D", four=True)
    play_at_random(hand, generator)
    assert hand.result is not None
    assert set(hand.result) == {"F", "M", "R", "D", "pot"}


def test_views_of_indistinguishable_hands_are_equal() -> None:
    swapped = DEAL.replace("KT87.J7.QJ.Q8 9.", "KT97.J7.QJ.Q8 8.")
    hands = [Hand(deal, "russian") for deal in (DEAL, swapped)]
    views = {seat: [hand.view(seat) for hand in hands] for seat in SEATS}
    assert views["F"][0] == views["F"][1]
    assert hash(views["F"][0]) == hash(views["F"][1])
    assert len(set(views["F"])) == 1
    for seat in ("M", "R"):
        assert views[seat][0] != views[seat][1]
    assert views["M"][0] != views["F"][0]
    for hand in hands:
        hand.push("pass")
    assert hands[0].view("F") == hands[1].view("F") != views["F"][0]
    with pytest.raises(ValueError, match="X"):
        hands[0].view("X")  # type: ignore[arg-type] # pyright: ignore[reportArgumentType]


def test_view_shows_only_known_hands() -> None:
    hand = played(OPEN_WHIST[:-2])
    assert [seat for seat in SEATS if hand.view("F").hands[seat] is not None] == ["F"]
    for action in OPEN_WHIST[-2:]:
        hand.push(action)
    view = hand.view("F")
    assert view.hands == hand.held_cards
    assert (view.seat, view.phase, view.to_act, view.player) == ("F", "play", "M", "R")


def test_hand_is_shown_as_table_of_three_seats() -> None:
    hand = played(OPEN_WHIST)
    assert str(hand).splitlines()[0] == (
        "russian · play · Forehand declares: 6D · Middlehand to act, Rearhand decides"
    )
    assert str(hand).splitlines()[-1] == "legal: ♦Q ♦J"
    page = hand._repr_html_()
    assert page.count("<th ") == 8
    assert page.count("<mark>") == 2
    assert '<mark><span style="color:#c00">♦</span>Q</mark>' in page
    assert repr(hand) == "<Hand 'russian': play, 9 actions, R decides>"
    auction = Hand(DEAL, "russian")
    assert auction._repr_html_().count("<mark>") == len(auction.legal_actions())
    discard = played(OPEN_WHIST[:3])
    assert discard._repr_html_().count("<mark>") == 12


def test_shown_hand_escapes_names_of_rules() -> None:
    rules = {"name": "<b>ours</b>", "extends": "russian"}
    page = Hand(DEAL, rules)._repr_html_()
    assert "<b>ours" not in page
    assert "&lt;b&gt;ours&lt;/b&gt;" in page


def test_rules_are_read_from_name_object_or_file_keys() -> None:
    house = {"name": "ours", "extends": "russian", "play": {"head": True}}
    hands = [Hand(DEAL, rules) for rules in (house, Rules.from_field(house))]
    assert hands[0] == hands[1]
    assert hands[0].rules == Rules.from_field(house)
    assert Hand(DEAL, Rules("russian")) == Hand(DEAL, "russian")
    for one, other in itertools.pairwise([hands[0], Hand(DEAL, "russian"), Hand(DEAL, "rostov")]):
        assert one != other


def test_records_are_read_back_after_every_action() -> None:
    generator = random.Random(17)
    for number, preset in enumerate(PRESETS):
        deal = random_deal(generator)
        order = deal.cards("talon")[:: 1 if number % 2 else -1]
        hand = Hand(deal, preset, pot=20, four=number % 3 == 0, marks=["M"], passed=1, talon_order=order)
        while not hand.is_over:
            assert Hand.from_record(hand.record()) == hand
            hand.push(generator.choice(hand.legal_actions()))
        record = hand.record()
        assert record["actions"] == [step.action for step in hand.steps]
        assert Hand.from_record(json.loads(json.dumps(record))).result == hand.result
        assert pickle.loads(pickle.dumps(hand)) == hand


def test_situation_is_read_as_record() -> None:
    hand = played([*OPEN_WHIST[:-2], "closed", "DA", "DQ", "DT"])
    assert Hand.from_record(hand.situation()) == hand


def test_wrong_arguments_are_named() -> None:
    wrong: Any = "x"
    with pytest.raises(HandError, match="a record is an object with the keys deal and actions, not 'x'"):
        Hand.from_record(wrong)
    wrong = 5
    with pytest.raises(QuestionError, match="rules: write a name or an object"):
        Hand(DEAL, rules=wrong)
    with pytest.raises(HandError, match="sheet: name the hands that were played before, not 5"):
        Hand(DEAL, sheet=[wrong])
    hand = Hand(DEAL)
    assert Hand.from_record(hand) == hand


def test_hands_round_trip_through_ppn() -> None:
    generator = random.Random(12)
    texts: list[str] = []
    hands: dict[str, Hand] = {}
    while len(hands) < 20:
        hand = Hand(random_deal(generator), "bule")
        play_at_random(hand, generator)
        name = str(len(hands) + 1)
        try:
            texts.append(hand.to_ppn(name))
        except HandError:
            # PPN cannot express the hand, for instance if the declarer gave up or both defenders said kontra.
            continue
        hands[name] = hand
    read = Hand.read_ppn("\n".join(texts))
    assert [name for name, _ in read] == list(hands)
    for name, one in read:
        hand = hands[name]
        assert (one.deal, one.result) == (hand.deal, hand.result)
        assert one.to_ppn(name) == hand.to_ppn(name)
    several = [hand.to_ppn() for hand in hands.values()]
    assert [(name, one.deal) for name, one in Hand.read_ppn("\n".join(several))] == [
        ("1", hand.deal) for hand in hands.values()
    ]
    with pytest.raises(HandError, match="deal 1, bids"):
        Hand.read_ppn(texts[0].replace(texts[0].split()[3], "9,9,9"))
    with pytest.raises(HandError, match="the hand is not over"):
        Hand(DEAL, "bule").to_ppn()


def test_wrong_record_is_refused() -> None:
    record = {"rules": "russian", "deal": DEAL, "actions": ["6D", "6S"]}
    with pytest.raises(HandError, match="2"):
        Hand.from_record(record)
    with pytest.raises(HandError, match="deal"):
        Hand.from_record({"actions": []})
    with pytest.raises(HandError, match="colour"):
        Hand.from_record({**record, "actions": [], "colour": "red"})


WHIST = ["6D", "pass", "pass", "discard", "play 6D", "pass"]


def whist_view(**changes: Any) -> View:
    known: dict[str, Any] = {"rules": "russian", "talon": ["D7", "CK"], "actions": WHIST, **changes}
    return View("R", "9.KQT8.T8.AJ9", **known)


def test_view_from_what_seat_knows_equals_view_of_hand() -> None:
    hand = Hand(DEAL, "russian")
    for action in ["6D", "pass", "pass", "discard H9 C7", "play 6D", "pass"]:
        hand.push(action)
    view = whist_view()
    assert view == hand.view("R")
    assert view.legal_actions() == hand.legal_actions() == hand.view("R").legal_actions()
    assert view.act("quick") == hand.act("quick")
    assert view.advise(layouts=2) == hand.advise(layouts=2)
    assert preference.state(view=view).get("view") == view.field()
    assert (view.declarer, view.contract, view.talon, view.tricks) == ("F", "6D", ["D7", "CK"], hand.tricks)
    assert [step.action for step in view.steps] == [*WHIST[:3], None, *WHIST[4:]]


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"talon": []}, "talon"),
        ({"actions": [*WHIST, "discard"]}, "actions"),
        ({"open": {"M": "A..."}}, "open"),
    ],
)
def test_view_that_no_seat_has_is_refused(changes: dict[str, Any], message: str) -> None:
    with pytest.raises(HandError, match=message):
        whist_view(**changes)


def test_views_survive_pickling_at_every_moment() -> None:
    hand = Hand(DEAL, "russian")
    generator = random.Random(5)
    while not hand.is_over:
        for seat in SEATS:
            view = hand.view(seat)
            again = pickle.loads(pickle.dumps(view))
            assert again == view
            assert again.legal_actions() == view.legal_actions()
        hand.push(generator.choice(hand.legal_actions()))


def test_layouts_of_view_agree_with_it() -> None:
    view = whist_view()
    layouts = view.layouts(20, seed=3)
    assert layouts == view.layouts(20, seed=3) != view.layouts(20, seed=4)
    for deal, weight in layouts:
        assert weight == 1
        assert preference.Hand(deal, "russian").view("R").dealt == view.dealt


def test_calls_weigh_layouts_by_halves() -> None:
    hand = Hand(DEAL, "russian")
    hand.push("9N")
    view = hand.view("M")
    plain, weighed = view.layouts(200, seed=3), view.layouts(200, seed=3, calls=True)
    assert [deal for deal, _ in plain] == [deal for deal, _ in weighed]
    for deal, weight in weighed:
        other = Hand(deal, "russian")
        call = other.act("beginner")
        assert weight == (1 if call == "9N" else 0.25 if call == "pass" else 0.5), call
    assert {weight for _, weight in weighed} >= {0.25, 0.5}


def test_dealer_who_sits_out_has_view() -> None:
    hand = Hand(DEAL, "russian", dealer="D", four=True)
    generator = random.Random(4)
    while not hand.is_over:
        view = hand.view("D")
        assert json.loads(view.to_json()) == preference.state(record=hand, seat="D").get("view")
        assert (view.seat, view.dealt, view.legal_actions()) == ("D", [], [])
        assert pickle.loads(pickle.dumps(view)) == view != hand.view("F")
        assert hash(view) == hash(hand.view("D"))
        hand.push(generator.choice(hand.legal_actions()))
    with pytest.raises(HandError, match="sits out has no cards"):
        hand.view("D").layouts(1)
    with pytest.raises(HandError, match="nobody sits out"):
        Hand(DEAL).view("D")
    wrong: Any = "X"
    with pytest.raises(HandError, match="'X'"):
        hand.view(wrong)


def test_encoding_needs_no_other_package() -> None:
    encoding = preference.HandEncoding(Hand(DEAL, "american"))
    hand = Hand(DEAL, "russian")
    generator = random.Random(6)
    while not hand.is_over:
        encoding = preference.HandEncoding(hand)
        indexes = encoding.legal_indexes(hand)
        assert sorted(encoding.actions[index] for index in indexes) == sorted(hand.legal_actions())
        assert [encoding.index(encoding.actions[index]) for index in indexes] == indexes
        for text in (*hand.claims()[:1], *hand.offers()[:1]):
            with pytest.raises(IllegalAction, match="has no index"):
                encoding.index(text)
        offers = hand.offers()
        hand.push(
            offers[0] if offers and generator.random() < 0.2 else generator.choice(hand.legal_actions())
        )
    assert doctest.testmod(preference.encoding) == doctest.TestResults(failed=0, attempted=4)


def test_hand_stands_for_its_record() -> None:
    hand = played(OPEN_WHIST)
    assert preference.state(record=hand) == preference.state(record=hand.record())
    assert hand.review() == preference.review(record=hand.record())
    assert hand.key() == hand.copy().key() != played(OPEN_WHIST[:-1]).key()
    assert len({hand.key(), hand.copy().key()}) == 1


def test_is_legal_agrees_with_list() -> None:
    hand = played(OPEN_WHIST)
    legal = hand.legal_actions()
    assert all(hand.is_legal(action) for action in legal)
    assert not any(hand.is_legal(action) for action in ("pass", "nonsense", "S7", "claim 1"))
    assert hand.claims() == preference.state(record=hand)["claims"]


def test_view_as_json_shows_only_what_seat_knows() -> None:
    hand = played(OPEN_WHIST[:-2])
    views = {seat: hand.view(seat).to_json() for seat in SEATS}
    assert {json.loads(view)["seat"] for view in views.values()} == set(SEATS)
    # Only forehand knows the discards.
    assert ["H9" in view for view in views.values()] == [True, False, False]


# Actions of a hand in which a contract is announced, decided and played, and the questions at each moment.
MOMENTS = {
    0: ["solve", "talon", "par", "auction"],
    3: ["solve", "talon", "par", "auction"],
    5: ["solve", "talon", "defend", "advise", "catch", "review", "cards", "line"],
    8: ["solve", "talon", "defend", "advise", "catch", "review", "cards", "line"],
    12: ["solve", "talon", "defend", "advise", "catch", "review", "cards", "line", "par", "auction"],
}


@pytest.mark.parametrize("moment", MOMENTS)
def test_each_question_takes_situation_and_its_part_of_it(moment: int) -> None:
    hand = played([*OPEN_WHIST, "DJ", "D8", "DK"][:moment])
    for ask in MOMENTS[moment]:
        options = {"layouts": 4} if ask == "advise" else {}
        answer = getattr(preference, ask)(**hand.situation(), **options)
        asked: Any = preference.ask({"ask": ask, **hand.situation(ask), **options})
        assert answer == asked.get("answers", asked), ask
        if moment >= 5 and ask in ("cards", "line", "defend", "review"):
            assert answer["contract"] == "6D", (ask, answer)
    if moment == 12:
        cards = [one["card"] for one in preference.cards(**hand.situation())["cards"]]
        assert sorted(cards) == sorted(hand.legal_actions())
    # A situation does not name every decision.
    for ask in ("state", "act"):
        with pytest.raises(TypeError, match="record=hand"):
            getattr(preference, ask)(**hand.situation())
    with pytest.raises(HandError, match="no question 'nothing'"):
        hand.situation("nothing")


def test_questions_leave_out_no_fact_with_effect() -> None:
    hand = Hand(DEAL, "bule")
    calls = ["pass", "hand5", "hand6", "pass", "play misere"]
    for action in [*calls, "kontra", "rekontra", "sub", "mort"]:
        hand.push(action)
    situation = hand.situation()
    assert (situation["kontra"], situation["doubling"]) == (["F"], 4)
    by_gain = preference.cards(**situation, by="gain")
    undoubled = {name: situation[name] for name in situation if name not in ("kontra", "doubling")}
    assert by_gain != preference.cards(**undoubled, by="gain")
    assert preference.cards(**situation) == preference.cards(**undoubled)
    # The pot counts for par, and solve gets the cards that the declarer holds.
    hand = Hand(DEAL, "austrian", pot=70)
    for action in ["1", "pass", "pass", "discard H9 C7", "play D", "play", "play", "silent", "DA"]:
        hand.push(action)
    situation = hand.situation()
    limited = Hand(DEAL, "austrian-limited", pot=70).situation()
    assert preference.par(**limited) == preference.par(DEAL, rules="austrian-limited", pot=70)
    assert preference.par(**limited) != preference.par(DEAL, rules="austrian-limited", pot=40)
    solved: Any = preference.solve(**situation)
    assert solved["results"][0]["tricks"] == preference.line(**situation)["tricks"]
    # A wrong fact is no fact without effect.
    with pytest.raises(QuestionError, match="played"):
        preference.cards(**dict(situation, played=["S9"]))
    other: dict[str, Any] = {**situation, "player": "strong"}
    with pytest.raises(TypeError, match="'player'"):
        preference.cards(**other)


def test_situation_of_finished_hand_has_its_tricks() -> None:
    generator = random.Random(5)
    for seed in range(6):
        hand = Hand(preference.deal(seed=seed), "russian" if seed % 2 else "austrian")
        while not hand.is_over:
            hand.push(generator.choice(hand.legal_actions()))
        if hand.contract is None and not hand.situation().get("played"):
            continue
        score: Any = preference.score(**hand.situation())
        gains = dict(hand.result or {})
        assert gains == {name: pytest.approx(score[name]) for name in gains}


def test_situation_loses_no_claim() -> None:
    hand = played([*OPEN_WHIST, "DJ", "D8"])
    hand.push("claim 5")
    assert hand.is_over
    score: Any = preference.score(**hand.situation("score"))
    assert {name: score[name] for name in ("F", "M", "R")} == {
        name: hand.result[name] for name in ("F", "M", "R") if hand.result
    }
    for ask in (None, "review"):
        with pytest.raises(HandError, match="record=hand"):
            hand.situation(ask)
    assert preference.review(record=hand) == hand.review()
    assert preference.cards(**hand.situation("cards"))["contract"] == "6D"
