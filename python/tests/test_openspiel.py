"""Tests of the OpenSpiel game: OpenSpiel's random simulations, and comparisons of its states with `Hand`."""

from __future__ import annotations

import doctest
import random
from typing import Any

import pytest

from preference import Hand, Rules

np = pytest.importorskip("numpy")
pyspiel: Any = pytest.importorskip("pyspiel")

import preference.openspiel  # noqa: E402
from preference.encoding import encode  # noqa: E402


def play_to_end(state: Any, generator: random.Random) -> None:
    while not state.is_terminal():
        state.apply_action(generator.choice(state.legal_actions()))


def test_example_succeeds() -> None:
    assert doctest.testmod(preference.openspiel) == doctest.TestResults(failed=0, attempted=5)


@pytest.mark.parametrize("preset", Rules.names())
def test_simulations_of_openspiel_succeed(preset: str) -> None:
    game = pyspiel.load_game("python_preference", {"rules": preset})
    pyspiel.random_sim_test(game, num_sims=2, serialize=False, verbose=False)


def test_state_follows_hand() -> None:
    generator = random.Random(11)
    game = pyspiel.load_game("python_preference", {"rules": "russian"})
    observer = game.make_py_observer()
    for _ in range(20):
        state = game.new_initial_state()
        assert state.returns() == [0.0, 0.0, 0.0]
        while state.is_chance_node():
            state.apply_action(generator.choice(state.legal_actions()))
        hand = Hand(state.hand.deal, "russian", sheet=[], talon_order=dealt_talon(state))
        while not hand.is_over:
            assert state.hand == hand
            player, seat = state.current_player(), hand.player
            assert seat is not None
            assert "FMR"[player] == seat
            legal = {state.action_to_string(player, action) for action in state.legal_actions()}
            assert legal == set(hand.legal_actions())
            observer.set_from(state, player)
            assert np.array_equal(observer.tensor, encode(hand.view(seat)))
            action = generator.choice(state.legal_actions())
            hand.push(state.action_to_string(player, action))
            state.apply_action(action)
        result = hand.result
        assert result is not None
        assert state.returns() == [result["F"], result["M"], result["R"]]


def dealt_talon(state: Any) -> list[str]:
    """The last two cards that the chance nodes dealt."""
    return [preference.openspiel._CARDS[card] for card in state._dealt[30:]]


@pytest.mark.parametrize("preset", ["russian", "bule", "illustrated"])
def test_resampled_state_looks_the_same_to_its_player(preset: str) -> None:
    generator = random.Random(7)
    game = pyspiel.load_game("python_preference", {"rules": preset})
    observer = game.make_py_observer()
    others = 0
    for _ in range(4):
        state = game.new_initial_state()
        while state.is_chance_node():
            state.apply_action(generator.choice(state.legal_actions()))
        while not state.is_terminal():
            for player in range(3):
                drawn = state.resample_from_infostate(player, generator.random)
                assert observer.string_from(drawn, player) == observer.string_from(state, player)
                assert drawn.current_player() == state.current_player()
                others += drawn.hand.deal != state.hand.deal
            state.apply_action(generator.choice(state.legal_actions()))
    assert others > 100


def test_clones_are_independent() -> None:
    game = pyspiel.load_game("python_preference")
    state = game.new_initial_state()
    play_to_end(state, random.Random(2))
    start = game.new_initial_state()
    for action in state.history()[:32]:
        start.apply_action(action)
    clone = start.clone()
    clone.apply_action(clone.legal_actions()[0])
    assert len(clone.hand.steps) == 1
    assert not start.hand.steps
