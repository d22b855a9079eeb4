"""A session: hands played one after another at a table, until the game ends."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Literal, NamedTuple

from preference import _preference
from preference._ask import PreferenceError, line_of
from preference._hand import Hand, IllegalAction, hand_html
from preference._inputs import Deal, Rules
from preference._show import SEAT_NAMES, grid_html
from preference._verbs import Seat, SheetState

__all__ = ["Session", "SessionError", "Standing"]

_SEATS: tuple[Seat, Seat, Seat] = ("F", "M", "R")


class SessionError(PreferenceError, ValueError):
    """Error of a session that cannot be started, continued or read from its log."""


class Standing(NamedTuple):
    """Place and gain of a player."""

    place: int
    """Place among all players, from 1. Players with equal gains share the better place."""
    player: str
    """Name of the player."""
    gain: float
    """Gain of the player so far."""


class Session:
    """Hands played one after another at a table of three or four players, until the game ends.

    Each hand begins with the dealer, the pot, the marks and the number of passed-out hands in a row that
    follow from the score sheet. The deal passes to the left; the last player deals first.

    >>> session = Session(["Ada", "Ben", "Cem"], rules="austrian", seed=7, end={"deals": 3})
    >>> while not session.is_over:
    ...     if session.hand.is_over:
    ...         session.deal_next()
    ...     session.push(session.hand.legal_actions()[0])
    >>> session.number, session.standings()[0]
    (3, Standing(place=1, player='Ada', gain=-10))

    Args:
        players: Names of three or four players.
        rules: Rules: a preset with switches, a Rules object, or house rules with the keys of a rules file.
        seed: Random seed of the deals. The same seed gives the same deals.
        deals: Deals of the session, instead of random ones. After the last of them the session ends.
        end: Condition that ends the session: {"pool": {"points": 10, "aid": True}} under rules with books,
            {"bule": {"start": 30}} under rules with bule, "empty-pot" under rules with a pot,
            {"deals": 12}, or "open" for a session that the players end themselves. By default the rules
            decide the condition.
        max_deals: Number of deals after which the session ends even if the condition is not met.
        log: Path of a new file to which each event is written. Session.resume continues from it.

    Raises:
        QuestionError: There are no such rules.
        SessionError: No session with these options can be played under the rules.
        OSError: The log cannot be written.
    """

    _native: _preference.NativeSession

    def __init__(
        self,
        players: Sequence[str],
        rules: str | Rules | Mapping[str, Any] = "austrian",
        *,
        seed: int = 0,
        deals: Iterable[str] | None = None,
        end: Mapping[str, Any] | Literal["empty-pot", "open"] | None = None,
        max_deals: int | None = None,
        log: str | os.PathLike[str] | None = None,
    ) -> None:
        field = (rules if isinstance(rules, Rules) else Rules.from_field(rules)).field()
        if seed < 0:
            raise SessionError(f"seed: write a whole number from 0, not {seed}")
        source = {"seed": seed} if deals is None else {"list": [Deal(deal) for deal in deals]}
        try:
            self._native = _preference.NativeSession(
                json.dumps(field),
                list(players),
                json.dumps(source),
                None if end is None else json.dumps(end),
                max_deals,
                None if log is None else os.fspath(log),
            )
        except ValueError as error:
            raise SessionError(str(error)) from None

    @classmethod
    def resume(cls, log: str | os.PathLike[str]) -> Session:
        """Continues the session that was written to a log, and appends its further events to the log.

        An incomplete last line is cut off. Raises SessionError, with the number of the line, if another line
        of the log is wrong.
        """
        session = cls.__new__(cls)
        try:
            session._native = _preference.NativeSession.resume(os.fspath(log))
        except ValueError as error:
            raise SessionError(str(error)) from None
        return session

    @classmethod
    def _from_log(cls, log: bytes) -> Session:
        session = cls.__new__(cls)
        session._native = _preference.NativeSession.from_log(log)
        return session

    def __reduce__(self) -> tuple[Callable[[bytes], Session], tuple[bytes]]:
        # A copy goes its own way, so it does not write to the file of the log.
        return type(self)._from_log, (self._native.log(),)

    @property
    def hand(self) -> Hand:
        """The present hand as it is now. A finished hand remains the present one until the next is dealt.

        Its actions are taken with Session.push; its copy() can be played on without the session.
        """
        hand = Hand._from_native(self._native.hand())
        hand._is_of_session = True
        return hand

    def push(self, action: str) -> None:
        """Takes an action on behalf of the player that decides. The last action of a hand settles it.

        Raises IllegalAction if the action is not legal, or if the hand is over.
        """
        try:
            self._native.push(action)
        except ValueError as error:
            raise IllegalAction(str(error)) from None

    def pop(self) -> str:
        """Takes back the last action of the present hand and returns it.

        Raises IndexError before its first action, after a ruling that followed it, and if it is struck out.
        """
        action = self._native.pop()
        if action is None:
            raise IndexError("this hand has no action that can be taken back")
        return action

    def deal_next(self) -> None:
        """Deals the next hand.

        Raises SessionError if the present hand is not over, or if the session is.
        """
        try:
            self._native.deal_next()
        except ValueError as error:
            raise SessionError(str(error)) from None

    def add_ruling(self, ruling: Mapping[str, Mapping[str, Any]], words: str = "") -> None:
        """Adds a ruling or penalty to the sheet, after the present hand or before its first action.

        A wrong ruling is made good by the opposite one, as on paper.

        ruling: what each player pays to others and to the pot, as {"Ada": {"pays": {"Ben": 5, "pot": 10}}};
            under rules with a written sheet the points to be added, as {"Ada": {"mountain": 10}}.
        words: remark on the row.

        Raises SessionError if the hand has begun and is not over, or if the sheet does not take the ruling.
        """
        try:
            self._native.add_ruling(line_of(ruling), words)
        except ValueError as error:
            raise SessionError(str(error)) from None

    def strike_out(self, words: str = "") -> None:
        """Strikes the present hand out, whether it is over or not; deal_next then deals it again.

        Its row stays visible on the sheet and counts for nothing.

        words: remark on the row.

        Raises SessionError if the hand is struck out already.
        """
        try:
            self._native.strike_out(words)
        except ValueError as error:
            raise SessionError(str(error)) from None

    @property
    def is_hand_closed(self) -> bool:
        """Whether the present hand is settled or struck out, so that the next one can be dealt."""
        return self._native.is_hand_closed()

    @property
    def is_over(self) -> bool:
        """Whether the session is over."""
        return self._native.is_over()

    @property
    def number(self) -> int:
        """Number of the present hand, from 1."""
        return self._native.number()

    @property
    def players(self) -> list[str]:
        """Names of the players. The last one deals first."""
        return self._native.players()

    @property
    def seats(self) -> dict[Seat, str]:
        """Name of the player in each seat of the present hand."""
        players = self.players
        return dict(zip(_SEATS, (players[index] for index in self._native.seats()), strict=True))

    @property
    def dealer(self) -> str:
        """Name of the dealer of the present hand."""
        return self.players[self._native.dealer()]

    @property
    def to_act(self) -> str | None:
        """Name of the player that decides about the next action; None if the hand is over or struck out."""
        player = self._native.to_act()
        return None if player is None else self.players[player]

    def standings(self) -> list[Standing]:
        """The place and the gain of each player so far, the best first."""
        players = self.players
        return [
            Standing(place, players[index], json.loads(gain)[0])
            for place, index, gain in self._native.standings()
        ]

    def final_gains(self) -> dict[str, float]:
        """The result that each player would have if the session ended now.

        The results and the amount left in the pot sum to zero. Under rules with bule the results also contain
        the value of the bule with which the players begin, so that they differ from the sums of the hands.
        """
        return dict(zip(self.players, json.loads(self._native.final_gains()), strict=False))

    @property
    def sheet(self) -> SheetState:
        """Score sheet: the entries of each player, the pot after each row, and what is struck out."""
        sheet: SheetState = json.loads(self._native.state())["sheet"]
        return sheet

    @property
    def pot(self) -> float:
        """Amount in the pot; under rules with bule the value of all bule, in supe."""
        pot: float = json.loads(self._native.final_gains())[-1]
        return pot

    def __repr__(self) -> str:
        state = "over" if self.is_over else f"hand {self.number}"
        return f"<Session of {', '.join(self.players)}: {state}>"

    def _repr_html_(self) -> str:
        return session_html(self)


def session_html(session: Session) -> str:
    """The standings of a session as a table, and its present hand."""
    seats = {player: seat for seat, player in session.seats.items()}
    rows = [
        [str(one.place), one.player, SEAT_NAMES[seats.get(one.player, "D")], f"{one.gain:g}"]
        for one in session.standings()
    ]
    title = f"hand {session.number}" + (", the last one" if session.is_over else "")
    return (
        f"<div>{grid_html((title, ['place', 'player', 'seat', 'gain'], rows))}{hand_html(session.hand)}</div>"
    )
