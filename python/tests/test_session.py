"""Tests of sessions: their hands, score and log."""

from __future__ import annotations

import copy
import doctest
import pickle
import random
from pathlib import Path

import pytest

import preference
from preference import IllegalAction, Rules, Session, SessionError, _session

PLAYERS = ["Ada", "Ben", "Cem"]


def play(session: Session, generator: random.Random, actions: int = 10_000) -> None:
    """Takes up to `actions` random actions. Half of all calls are the first legal one."""
    for _ in range(actions):
        if session.is_over:
            return
        if session.hand.is_over:
            session.deal_next()
        legal = session.hand.legal_actions()
        calls = session.hand.phase == "auction" and generator.random() < 0.5
        session.push(legal[0] if calls else generator.choice(legal))


def test_example_of_class_succeeds() -> None:
    assert doctest.testmod(_session) == doctest.TestResults(failed=0, attempted=3)


@pytest.mark.parametrize("preset", Rules.names())
def test_gains_of_hands_add_up(preset: str) -> None:
    session, generator = Session(PLAYERS, preset, seed=4, end={"deals": 6}), random.Random(preset)
    gains = dict.fromkeys(PLAYERS, 0.0)
    dealers: list[str] = []
    deals: list[str] = []
    for number in range(1, 7):
        assert session.number == number
        dealers.append(session.dealer)
        deals.append(session.hand.deal)
        while not session.hand.is_over:
            assert session.to_act == session.seats[session.hand.player or "F"]
            play(session, generator, 1)
        result = session.hand.result
        assert result is not None
        for seat, player in session.seats.items():
            gains[player] += result[seat]
        assert session.is_over == (number == 6)
        if number < 6:
            session.deal_next()
    assert dealers == ["Cem", "Ada", "Ben", "Cem", "Ada", "Ben"]
    assert len(set(deals)) == 6
    assert Session(PLAYERS, preset, seed=4).hand.deal == deals[0]
    standings = session.standings()
    assert [one.gain for one in standings] == sorted((one.gain for one in standings), reverse=True)
    assert sum(session.final_gains().values()) + session.pot == pytest.approx(0)
    with pytest.raises(SessionError, match="over"):
        session.deal_next()


def test_session_resumes_from_its_log(tmp_path: Path) -> None:
    path = tmp_path / "session.jsonl"
    session, generator = Session(PLAYERS, "russian", seed=2, log=path), random.Random(8)
    play(session, generator, 200)
    # The program crashes while it writes a line.
    with path.open("a") as log:
        log.write('{"event":"act')
    resumed = Session.resume(path)
    assert (resumed.hand, resumed.number) == (session.hand, session.number)
    play(resumed, generator, 50)
    assert Session.resume(path).hand == resumed.hand
    with pytest.raises(FileExistsError):
        Session(PLAYERS, log=path)
    path.write_text("{}\n")
    with pytest.raises(SessionError, match="line 1"):
        Session.resume(path)


def test_copies_of_session_go_their_own_way(tmp_path: Path) -> None:
    path = tmp_path / "session.jsonl"
    session, generator = Session(PLAYERS, "russian", seed=6, log=path), random.Random(3)
    play(session, generator, 150)
    session.pop()
    whole = path.read_bytes()
    for copied in (pickle.loads(pickle.dumps(session)), copy.deepcopy(session)):
        assert (copied.hand, copied.number, copied.sheet) == (session.hand, session.number, session.sheet)
        play(copied, random.Random(1), 20)
        assert copied.hand != session.hand
    assert path.read_bytes() == whole


def test_sheet_is_that_of_the_records() -> None:
    session, generator = Session(PLAYERS, "russian", seed=1, end={"deals": 4}), random.Random(2)
    records = []
    while not session.is_over:
        play(session, generator, 1)
        if session.hand.is_over:
            records.append(session.hand.record())
    asked = preference.session(log=records, players=PLAYERS, end="deals:4", rules="russian")
    assert session.sheet == asked["sheet"]
    assert len(session.sheet["pot"]) == 4


def test_rulings_and_struck_hands_stand_on_the_sheet(tmp_path: Path) -> None:
    session = Session(PLAYERS, "austrian", seed=1, end={"deals": 2}, log=tmp_path / "log.jsonl")
    session.add_ruling({"Ada": {"pays": {"pot": 10}}}, "came late")
    session.push("pass")
    with pytest.raises(SessionError, match="between two hands"):
        session.add_ruling({"Ada": {"pays": {"pot": 10}}})
    session.strike_out("misdeal")
    assert (session.to_act, session.is_hand_closed, session.hand.is_over) == (None, True, False)
    with pytest.raises(SessionError, match="struck out"):
        session.strike_out()
    with pytest.raises(IndexError):
        session.pop()
    records = [{**session.hand.record(), "struck": True, "words": "misdeal"}]
    session.deal_next()
    assert session.number == 1
    for _ in range(3):
        session.push("pass")
    records.append(session.hand.record())
    session.add_ruling({"Ben": {"pays": {"Cem": 5}}})
    assert session.sheet["notes"] == [
        "ruling before hand 1: came late",
        "hand 1, struck out: misdeal",
        "ruling after hand 1",
    ]
    assert [one["column"] for one in session.sheet["struck"]] == ["gains", "gains", "gains", "pot"]
    assert sum(session.final_gains().values()) + session.pot == 0
    fines = [{"ruling": {"Ada": {"pays": {"pot": 10}}}, "words": "came late"}]
    log = [*fines, *records, {"ruling": {"Ben": {"pays": {"Cem": 5}}}}]
    asked = preference.session(log=log, players=PLAYERS, end="deals:2")
    assert asked["sheet"] == session.sheet
    assert [hand["struck"] for hand in asked["hands"]] == [True, False]
    assert [ruling["after"] for ruling in asked["rulings"]] == [0, 2]
    resumed = Session.resume(tmp_path / "log.jsonl")
    assert (resumed.sheet, resumed.hand, resumed.number) == (session.sheet, session.hand, session.number)
    for ruling in ({"Eve": {"mountain": 5}}, {"Ada": {"mountain": 5}}, {}):
        with pytest.raises(SessionError):
            session.add_ruling(ruling)


def test_hand_of_session_takes_no_actions() -> None:
    session = Session(PLAYERS, "russian", seed=2)
    for take in (lambda: session.hand.push("pass"), lambda: session.hand.pop()):
        with pytest.raises(IllegalAction, match=r"Session\.push"):
            take()
    free = session.hand.copy()
    free.push("pass")
    assert free != session.hand


def test_pop_undoes_last_action() -> None:
    session = Session(PLAYERS, "russian", seed=2)
    with pytest.raises(IndexError):
        session.pop()
    before = session.hand
    session.push("pass")
    assert session.pop() == "pass"
    assert session.hand == before
    with pytest.raises(IllegalAction):
        session.push("SA")
    with pytest.raises(SessionError, match="not over"):
        session.deal_next()


def test_wrong_sessions_are_refused() -> None:
    for players in (["Ada"], ["Ada", "Ada", "Ben"]):
        with pytest.raises(SessionError):
            Session(players)
    with pytest.raises(SessionError, match="seed: write a whole number from 0, not -1"):
        Session(PLAYERS, seed=-1)
    with pytest.raises(SessionError):
        Session(PLAYERS, "austrian", end={"pool": {"points": 10, "aid": True}})


def test_shown_session_escapes_names_of_players() -> None:
    session = Session(["<i>Ada</i>", "Ben", "Cem", "Dora"], "russian", seed=1)
    page = session._repr_html_()
    assert "<i>" not in page
    assert "&lt;i&gt;Ada" in page
    assert page.count("<table>") == 2
    assert repr(session) == "<Session of <i>Ada</i>, Ben, Cem, Dora: hand 1>"


def test_name_that_is_there_twice_is_refused() -> None:
    with pytest.raises(SessionError, match="two players have the name 'A'"):
        Session(["A", "A", "C"])


def test_results_are_sums_of_hands_except_bule_at_start() -> None:
    for rules, end, start in (("bule", {"bule": {"start": 6}}, 6), ("austrian", {"deals": 3}, 0)):
        session = Session(["Ada", "Ben", "Cem"], rules=rules, seed=3, end=end, max_deals=3)
        sums = dict.fromkeys(session.players, 0.0)
        while True:
            while not session.hand.is_over:
                session.push(session.hand.act("beginner"))
            if session.is_over:
                break
            session.deal_next()
        for player, entries in zip(session.players, session.sheet["entries"], strict=True):
            sums[player] += sum(entries["gains"])
        gains = session.final_gains()
        assert gains == pytest.approx({player: gain - 10 * start for player, gain in sums.items()}), rules
        assert sum(gains.values()) + session.pot == pytest.approx(0)
