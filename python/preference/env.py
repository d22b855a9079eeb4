"""Hands as an environment of PettingZoo, for programs that learn to play.

It needs the packages of the extra pettingzoo: pip install 'preference[pettingzoo]'.

>>> import preference.env
>>> env = preference.env.env(rules="russian")
>>> env.reset(seed=1)
>>> observation, reward, termination, truncation, info = env.last()
>>> [env.unwrapped.actions[n] for n in observation["action_mask"].nonzero()[0]][:3]
['pass', '6S', '6H']

The agents are F, M and R. The agent that acts is the one that decides: in open play the lone whister acts
for both defenders. Each step is one action of preference.Hand. The rewards are the gains from the settlement
after the last action, and 0 before. The pot is not an agent, nor is the dealer if four players are at the
table, so the rewards need not sum to zero.

preference.encoding describes the indexes of the actions and the arrays of the observations. An observation
is a dictionary with observation, the array of the agent's view of the hand, and action_mask, which has 1
for each legal action and only zeros for an agent that is not to act.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.utils import seeding
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from preference import Deal, Hand, Rules
from preference._verbs import Seat
from preference.encoding import HandEncoding, encode

__all__ = ["HandEnv", "env", "encode"]

_AGENTS: tuple[Seat, Seat, Seat] = ("F", "M", "R")

# Sample deal for computing the sizes of an environment's arrays.
_SAMPLE_DEAL = "F:AQJ.A9.AK9.T7 KT87.J7.QJ.Q8 9.KQT8.T8.AJ9 ..7.K"


def env(**options: Any) -> AECEnv[Seat, Any, Any]:
    """The environment with the usual checks of PettingZoo. The options are those of HandEnv."""
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(HandEnv(**options)))


class HandEnv(AECEnv[Seat, Any, Any]):  # type: ignore[misc]
    """Hands of random deals, each an episode.

    Args:
        rules: Rules, as preference.Hand takes them.
        pot: Amount in the pot; by default the amount before the first hand of a score sheet.
        four: Whether four players are at the table. The dealer then sits out.
        render_mode: ansi returns the hand as text, human prints it.

    reset takes the options deal, the notation of a deal, and talon_order.
    """

    metadata = {"name": "preference_v0", "render_modes": ["ansi", "human"], "is_parallelizable": False}

    def __init__(
        self,
        rules: str | Rules | Mapping[str, Any] = "austrian",
        *,
        pot: int | None = None,
        four: bool = False,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        sheet: Iterable[Hand] | None = [] if pot is None else None
        self.hand = Hand(_SAMPLE_DEAL, rules, pot=pot, sheet=sheet, four=four)
        self.render_mode = render_mode
        self._encoding = HandEncoding(self.hand)
        self.actions = self._encoding.actions
        self.layout = self._encoding.layout
        self.possible_agents = list(_AGENTS)
        self.agents: list[Seat] = []
        self.observation_spaces = {agent: self._observation_space() for agent in _AGENTS}
        self.action_spaces = {agent: spaces.Discrete(len(self.actions)) for agent in _AGENTS}
        self.np_random, _ = seeding.np_random()

    def _observation_space(self) -> spaces.Dict:
        array = spaces.Box(-1, np.iinfo(np.int16).max, (self._encoding.size,), np.int16)
        mask = spaces.Box(0, 1, (len(self.actions),), np.int8)
        return spaces.Dict({"observation": array, "action_mask": mask})

    def observation_space(self, agent: Seat) -> spaces.Space[Any]:
        """The space of an agent's observations."""
        return self.observation_spaces[agent]

    def action_space(self, agent: Seat) -> spaces.Space[Any]:
        """The space of an agent's actions."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deals the next hand.

        Raises ValueError if there is a talon_order without a deal.
        """
        options = options or {}
        # PettingZoo's own tests pass an option that no environment knows.
        if "talon_order" in options and "deal" not in options:
            raise ValueError("talon_order: give the deal, too")
        if seed is not None:
            self.np_random, _ = seeding.np_random(seed)
        pack = self.np_random.permutation(32)
        if "deal" in options:
            self.hand = self.hand.with_deal(options["deal"], options.get("talon_order"))
        else:
            masks = [sum(1 << int(bit) for bit in pack[start : start + 10]) for start in (0, 10, 20)]
            deal = Deal.from_masks(*masks)
            talon = deal.cards("talon")
            # The pack lists the cards by their bits: from bit 31, the ace of spades, down to bit 0.
            self.hand = self.hand.with_deal(deal, talon if pack[30] > pack[31] else talon[::-1])
        self.agents = list(_AGENTS)
        self.rewards = dict.fromkeys(_AGENTS, 0.0)
        self._cumulative_rewards = dict.fromkeys(_AGENTS, 0.0)
        self.terminations = dict.fromkeys(_AGENTS, False)
        self.truncations = dict.fromkeys(_AGENTS, False)
        self.infos: dict[Seat, dict[str, Any]] = {agent: {} for agent in _AGENTS}
        self._select_player()

    def _select_player(self) -> None:
        """Selects the seat that decides as the next agent."""
        if self.hand.player is not None:
            self.agent_selection = self.hand.player

    def observe(self, agent: Seat) -> dict[str, np.ndarray[Any, Any]]:
        """The observation of an agent: its view as an array, and its legal actions."""
        mask = np.zeros(len(self.actions), np.int8)
        if agent == self.hand.player:
            mask[self._encoding.legal_indexes(self.hand)] = 1
        return {"observation": encode(self.hand.view(agent)), "action_mask": mask}

    def step(self, action: int | None) -> None:
        """Takes an action of the agent that is to act.

        Raises IllegalAction if the action is not legal.
        """
        if self.terminations[self.agent_selection]:
            self._was_dead_step(action)
            return
        if action is None:
            raise ValueError("an agent acts until the hand is over")
        agent = self.agent_selection
        self._cumulative_rewards[agent] = 0.0
        self.hand.push(self.actions[action])
        self._clear_rewards()
        result = self.hand.result
        if result is None:
            self._select_player()
        else:
            self.rewards = {agent: float(result[agent]) for agent in _AGENTS}
            self.terminations = dict.fromkeys(_AGENTS, True)
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def render(self) -> str | None:
        """Returns or prints the hand with all cards, as render_mode says."""
        if self.render_mode == "ansi":
            return str(self.hand)
        if self.render_mode == "human":
            print(self.hand)
        return None

    def close(self) -> None:
        """Does nothing: the environment holds no resources."""
