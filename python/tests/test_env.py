"""Tests of the PettingZoo environment: PettingZoo's own tests, and comparisons with `Hand` objects."""

from __future__ import annotations

import copy
import doctest
import os
import pickle
import random
import warnings
from typing import Any

import pytest

from preference import Deal, Hand, IllegalAction, Rules

np = pytest.importorskip("numpy")
pytest.importorskip("pettingzoo")

from pettingzoo.test import api_test, seed_test  # noqa: E402

import preference.encoding  # noqa: E402
import preference.env  # noqa: E402
from preference.env import HandEnv, encode, env  # noqa: E402

PRESETS = Rules.names()
EFFORT = int(os.environ.get("PREFERENCE_EFFORT", "1"))
# Warnings of api_test that PettingZoo's own environments cause, too: about an observation that is a
# dictionary with a mask, about the mask of an agent that is not to act, and about the names of agents.
KNOWN_WARNINGS = "Observation|Action mask numpy array is all zeros|Agents are recommended|We recommend agents"


def random_action(environment: Any, generator: random.Random) -> int:
    """Chooses a legal action. Half of all calls are the first legal one, so that all contracts occur."""
    legal = environment.observe(environment.agent_selection)["action_mask"].nonzero()[0]
    calls = environment.hand.phase == "auction" and generator.random() < 0.5
    return int(legal[0] if calls else generator.choice(legal))


def test_example_succeeds() -> None:
    assert doctest.testmod(preference.env) == doctest.TestResults(failed=0, attempted=5)


@pytest.mark.parametrize("preset", PRESETS)
def test_environment_passes_tests_of_pettingzoo(preset: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        warnings.filterwarnings("ignore", KNOWN_WARNINGS)
        api_test(env(rules=preset), num_cycles=100 * EFFORT)
        seed_test(lambda: env(rules=preset), num_cycles=50 * EFFORT)


@pytest.mark.parametrize("preset", PRESETS)
def test_mask_and_observation_follow_hand(preset: str) -> None:
    environment, generator = HandEnv(preset), random.Random(preset)
    before = 0
    for number in range(20 * EFFORT):
        environment.reset(seed=number)
        hand = environment.hand.copy()
        while not hand.is_over:
            assert environment.agent_selection == hand.player
            for agent in environment.agents:
                observation = environment.observe(agent)
                legal = [environment.actions[n] for n in observation["action_mask"].nonzero()[0]]
                assert sorted(legal) == sorted(hand.legal_actions() if agent == hand.player else [])
                check_observation(environment, hand, agent)
            action = random_action(environment, generator)
            environment.step(action)
            hand.push(environment.actions[action])
            before += 1
            assert environment.hand == hand
        assert all(environment.terminations.values())
        result: Any = hand.result
        assert environment.rewards == {agent: result[agent] for agent in environment.agents}
    assert before > 100


def check_observation(environment: HandEnv, hand: Hand, agent: Any) -> None:
    """Compares parts of an observation with the hand."""
    array = encode(hand.view(agent))
    assert np.array_equal(environment.observe(agent)["observation"], array)
    part = {name: array[place] for name, place in environment.layout.items()}
    seats = "FMRFM"["FMR".index(agent) :][:3]
    pack = [suit + rank for suit in "SHDC" for rank in "AKQJT987"]
    held = [pack[n] for n in part["held"][:32].nonzero()[0]]
    assert held == sorted(hand.held_cards[agent], key=pack.index)
    tricks: Any = hand.tricks
    assert part["tricks"].tolist() == [tricks[seat] for seat in seats]
    assert [seats[n] for n in part["player"].nonzero()[0]] == [hand.player]
    cards = {(step.seat, step.action) for step in hand.steps if step.action in pack}
    played = part["played"].reshape(3, 32)
    assert {(seats[seat], pack[card]) for seat, card in zip(*played.nonzero(), strict=True)} == cards
    count = part["trick"].sum()
    assert count <= 2
    if count:
        trick = part["trick"].reshape(3, 32).nonzero()
        last = [step for step in hand.steps if step.action in pack][-count:]
        assert {(seats[seat], pack[card]) for seat, card in zip(*trick, strict=True)} == {
            (step.seat, step.action) for step in last
        }


def test_observations_of_equal_views_are_equal() -> None:
    generator = random.Random(7)
    pairs = 0
    for number in range(200):
        rules = generator.choice(PRESETS)
        environment = HandEnv(rules)
        environment.reset(seed=number)
        hand = environment.hand.copy()
        # The other seats exchange two cards of one suit that the agent has not seen.
        agents: Any = environment.agents
        agent = generator.choice(agents)
        one, other = (seat for seat in agents if seat != agent)
        suit = generator.choice("SHDC")
        mine = [card for card in hand.held_cards[one] if card[0] == suit]
        others = [card for card in hand.held_cards[other] if card[0] == suit]
        if not mine or not others:
            continue
        swap = {mine[0]: others[0], others[0]: mine[0]}
        masks = [
            sum(1 << bit(swap.get(card, card)) for card in hand.held_cards[seat])
            for seat in environment.agents
        ]
        swapped = hand.with_deal(Deal.from_masks(*masks))
        for _ in range(8):
            if hand.is_over:
                break
            action = generator.choice(hand.legal_actions())
            hand.push(action)
            try:
                swapped.push(action)
            except IllegalAction:
                break
            views = [each.view(agent) for each in (hand, swapped)]
            arrays = [encode(view) for view in views]
            if views[0] == views[1]:
                assert np.array_equal(*arrays)
                pairs += 1
    assert pairs > 100


def bit(card: str) -> int:
    return 31 - 8 * "SHDC".index(card[0]) - "AKQJT987".index(card[1])


def test_whister_who_plays_open_acts_for_both_defenders() -> None:
    environment = HandEnv("russian")
    environment.reset(options={"deal": "F:AQJ.A9.AK9.T7 KT87.J7.QJ.Q8 9.KQT8.T8.AJ9 ..7.K"})
    for action in ["6D", "pass", "pass", "discard H9 C7", "play 6D", "pass", "whist", "open", "DA"]:
        environment.step(environment.actions.index(action))
    assert (environment.hand.to_act, environment.agent_selection) == ("M", "R")
    with pytest.raises(IllegalAction):
        environment.step(environment.actions.index("D8"))
    environment.step(environment.actions.index("DQ"))
    assert (environment.hand.to_act, environment.agent_selection) == ("R", "R")


def test_layout_matches_docstring() -> None:
    environment = HandEnv("american")
    rows = [
        line.split(" | ") for line in (preference.encoding.__doc__ or "").splitlines() if line.count("|") == 4
    ]
    described = {row[0].removeprefix("| "): int(row[1]) for row in rows if len(row) == 3 and row[1].isdigit()}
    assert described == {name: place.stop - place.start for name, place in environment.layout.items()}
    assert environment.observe("F")["observation"].shape == (sum(described.values()),)
    assert len(environment.actions) == len(set(environment.actions)) > 83 + 36 + 32 + 496
    assert len(HandEnv("russian").actions) == 83 + 36 + 32 + 496


def test_environment_can_be_copied_and_pickled() -> None:
    environment = HandEnv("american", four=True)
    environment.reset(seed=3)
    environment.step(environment.actions.index(environment.hand.legal_actions()[0]))
    for other in (copy.deepcopy(environment), pickle.loads(pickle.dumps(environment))):
        assert other.hand == environment.hand
        assert other.agent_selection == environment.agent_selection
        other.step(other.actions.index(other.hand.legal_actions()[0]))
        assert len(other.hand.steps) == len(environment.hand.steps) + 1
        other.reset()
        environment_copy = copy.deepcopy(environment)
        environment_copy.reset()
        assert other.hand == environment_copy.hand, "the next deal follows from the state of the generator"


def test_order_of_talon_without_deal_is_refused() -> None:
    environment = HandEnv("russian")
    with pytest.raises(ValueError, match="give the deal"):
        environment.reset(options={"talon_order": ["D7", "CK"]})


def test_hand_is_rendered(capsys: pytest.CaptureFixture[str]) -> None:
    environment = HandEnv("russian", render_mode="human")
    environment.reset(seed=1)
    environment.step(environment.actions.index("pass"))
    text = HandEnv("russian", render_mode="ansi").render()
    assert "russian · auction · Middlehand to act" in capsys.readouterr().out
    assert isinstance(text, str)
    assert "Forehand" in text
