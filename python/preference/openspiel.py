"""Hands as a game of OpenSpiel, for its algorithms. It needs the package open_spiel.

>>> import pyspiel
>>> import preference.openspiel
>>> game = pyspiel.load_game("python_preference", {"rules": "russian"})
>>> state = game.new_initial_state()
>>> state.is_chance_node(), len(state.legal_actions())
(True, 32)

The 32 cards are dealt one at a time by chance: ten to F, M and R each, then the talon in the order in which
its cards lead if all pass. The players 0, 1 and 2 are F, M and R. Actions and observations are those of
preference.encoding. The information state of a player is the player's view as JSON, and the returns are the
gains from the settlement. The pot belongs to no player, so the returns do not always sum to zero.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pyspiel

from preference import Deal, Hand
from preference._verbs import Seat
from preference.encoding import HandEncoding, encode

__all__ = ["HandGame", "HandObserver", "HandState"]

_PLAYERS: tuple[Seat, Seat, Seat] = ("F", "M", "R")
_CARDS = [suit + rank for suit in "SHDC" for rank in "AKQJT987"]

# Sample deal for computing the sizes of a game's arrays.
_SAMPLE_DEAL = "F:AQJ.A9.AK9.T7 KT87.J7.QJ.Q8 9.KQT8.T8.AJ9 ..7.K"

# Bound on gains and losses that the game reports to OpenSpiel. Only rules with huge payments exceed it.
_MAX_UTILITY = 100_000.0

# Upper bound on the number of actions in a hand: calls, exchanges, decisions and cards.
_MAX_GAME_LENGTH = 1000

_GAME_TYPE = pyspiel.GameType(
    short_name="python_preference",
    long_name="Préférence",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.GENERAL_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=3,
    min_num_players=3,
    provides_information_state_string=True,
    provides_information_state_tensor=False,
    provides_observation_string=True,
    provides_observation_tensor=True,
    parameter_specification={"rules": "austrian"},
)


class HandGame(pyspiel.Game):  # type: ignore[misc]
    """Game of one hand. The parameter rules is the name of a preset, with switches.

    In the text of a game a comma separates parameters, so that of a switch is written there as a semicolon.
    """

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        rules = (params or {}).get("rules", "austrian").replace(";", ",")
        self.start = Hand(_SAMPLE_DEAL, rules, sheet=[])
        self.encoding = HandEncoding(self.start)
        info = pyspiel.GameInfo(
            num_distinct_actions=len(self.encoding.actions),
            max_chance_outcomes=len(_CARDS),
            num_players=3,
            min_utility=-_MAX_UTILITY,
            max_utility=_MAX_UTILITY,
            max_game_length=_MAX_GAME_LENGTH,
        )
        super().__init__(_GAME_TYPE, info, {"rules": rules.replace(",", ";")} if params else {})

    def new_initial_state(self) -> HandState:
        """The state before the deal."""
        return HandState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> HandObserver:
        """An observer of views."""
        return HandObserver(self.encoding)


class HandState(pyspiel.State):  # type: ignore[misc]
    """State of a hand, the deal included."""

    def __init__(self, game: HandGame) -> None:
        super().__init__(game)
        self._start, self._encoding = game.start, game.encoding
        self._dealt: list[int] = []
        self.hand: Hand | None = None

    def current_player(self) -> int:
        """The number of the seat that decides, or a constant for the deal or for a finished hand."""
        if self.hand is None:
            return int(pyspiel.PlayerId.CHANCE)
        player = self.hand.player
        return int(pyspiel.PlayerId.TERMINAL) if player is None else _PLAYERS.index(player)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The cards that have not been dealt yet, each with its probability."""
        cards = [card for card in range(len(_CARDS)) if card not in self._dealt]
        return [(card, 1 / len(cards)) for card in cards]

    def _legal_actions(self, player: int) -> list[int]:
        assert self.hand is not None
        return self._encoding.legal_indexes(self.hand)

    def _apply_action(self, action: int) -> None:
        if self.hand is not None:
            self.hand.push(self._encoding.actions[action])
            return
        self._dealt.append(action)
        if len(self._dealt) == len(_CARDS):
            bits = [1 << (31 - card) for card in self._dealt]
            deal = Deal.from_masks(sum(bits[:10]), sum(bits[10:20]), sum(bits[20:30]))
            self.hand = self._start.with_deal(deal, [_CARDS[card] for card in self._dealt[30:]])

    def _action_to_string(self, player: int, action: int) -> str:
        return _CARDS[action] if player == pyspiel.PlayerId.CHANCE else self._encoding.actions[action]

    def resample_from_infostate(self, player_id: int, probability_sampler: Callable[[], float]) -> HandState:
        """A state with random hidden cards that looks the same to a player."""
        state: HandState = self.get_game().new_initial_state()
        if self.hand is None:
            for card in self._dealt:
                state.apply_action(card)
            return state
        view = self.hand.view(_PLAYERS[player_id])
        hand = Hand._from_native(view._possible_hand(int(probability_sampler() * 2**53)))
        talon = hand.record().get("talon_order") or hand.deal.cards("talon")
        hands = [card for seat in _PLAYERS for card in hand.deal.cards(seat)]
        for card in [*hands, *talon]:
            state.apply_action(_CARDS.index(card))
        for step in hand.steps:
            state.apply_action(self._encoding.index(step.action))
        return state

    def is_terminal(self) -> bool:
        """Whether the hand is over."""
        return self.hand is not None and self.hand.is_over

    def returns(self) -> list[float]:
        """The gains of the players; zeros before the end."""
        result = None if self.hand is None else self.hand.result
        return [0.0] * 3 if result is None else [float(result[seat]) for seat in _PLAYERS]

    def __str__(self) -> str:
        return " ".join(_CARDS[card] for card in self._dealt) if self.hand is None else str(self.hand)


class HandObserver:
    """Observer of the view of a player."""

    def __init__(self, encoding: HandEncoding) -> None:
        self.tensor = np.zeros(encoding.size, np.float32)
        self.dict = {name: self.tensor[place] for name, place in encoding.layout.items()}

    def set_from(self, state: HandState, player: int) -> None:
        """Sets the tensor to the view of a player; to zeros until all cards are dealt."""
        self.tensor[:] = 0 if state.hand is None else encode(state.hand.view(_PLAYERS[player]))

    def string_from(self, state: HandState, player: int) -> str:
        """The view of a player as JSON; an empty text until all cards are dealt."""
        return "" if state.hand is None else state.hand.view(_PLAYERS[player]).to_json()


pyspiel.register_game(_GAME_TYPE, HandGame)
