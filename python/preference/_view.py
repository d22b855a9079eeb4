"""What one seat knows of a hand."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple, cast

from preference import _preference
from preference._ask import PreferenceError, answer_of, line_of
from preference._inputs import Deal, Rules
from preference._verbs import ActionAdvice, Dealer, Gains, Phase, Seat

__all__ = ["SEATS", "HandError", "HandViewStep", "View"]

SEATS: tuple[Seat, Seat, Seat] = ("F", "M", "R")


class HandError(PreferenceError, ValueError):
    """A hand that cannot be set up or read from its record."""


class HandViewStep(NamedTuple):
    """An action as a seat has seen it."""

    seat: Seat
    """Seat that acted, or whose card was played."""
    player: Seat
    """Seat that decided."""
    action: str | None
    """Text of the action; None for a discard that the seat has not seen."""


class View:
    """Part of a hand that one seat knows. Hands that the seat cannot tell apart have equal views.

    Hand.view makes it, and so does this class from what a player at a table knows, without the hidden
    cards. A program that decides for a seat should read nothing else. Functions that take a view, such as
    preference.act(view=…), take this object, its dict or its JSON.

    >>> view = View("R", "9.KQT8.T8.AJ9", ["6D", "pass", "pass", "discard", "play 6D", "pass"],
    ...             rules="russian", talon=["D7", "CK"])
    >>> view.legal_actions(), view.act("beginner")
    (['whist', 'pass', 'half-whist'], 'half-whist')

    Args:
        seat: Seat that knows this.
        dealt: Its ten cards as they were dealt: a hand such as "AK..7.", or a list of cards.
        actions: All actions so far; "discard" for a discard that the seat has not seen.
        rules: Rules: a preset with switches, a Rules object, or house rules with the keys of a rules file.
        talon: Cards of the talon that the seat has seen, in the order in which they were shown.
        open: Hands of other seats whose cards lie open.
        result: Gains of a finished hand, if they depend on cards that the seat has not seen.
        dealer, pot, four, limit, passed, marks: Facts of the table, as Hand has them.

    Raises:
        HandError: No seat can know this, or a card that the seat has seen is missing.
    """

    __slots__ = ("_facts", "_native")
    _native: _preference.NativeView
    _facts: dict[str, Any] | None

    def __init__(
        self,
        seat: Seat,
        dealt: str | Iterable[str],
        actions: Iterable[str] = (),
        rules: str | Rules | Mapping[str, Any] = "austrian",
        *,
        talon: Iterable[str] = (),
        open: Mapping[Seat, str | Iterable[str]] | None = None,
        result: Mapping[str, float] | None = None,
        dealer: Dealer | None = None,
        pot: int | None = None,
        four: bool = False,
        limit: int | None = None,
        passed: int = 0,
        marks: Iterable[Seat] = (),
    ) -> None:
        def listed(cards: str | Iterable[str]) -> str | list[str]:
            return cards if isinstance(cards, str) else list(cards)

        field = (rules if isinstance(rules, Rules) else Rules.from_field(rules)).field()
        known: dict[str, object] = {"rules": field, "seat": seat, "dealt": listed(dealt)}
        known |= {"actions": list(actions), "talon": list(talon), "result": result}
        known |= {"open": None if open is None else {other: listed(cards) for other, cards in open.items()}}
        known |= {"dealer": dealer, "pot": pot, "four": four, "limit": limit, "passed": passed}
        self._set(line_of(known | {"marks": list(marks)}))

    def _set(self, text: str) -> None:
        try:
            self._native = _preference.NativeView(text)
        except ValueError as error:
            raise HandError(str(error)) from None
        self._facts = None

    @classmethod
    def from_json(cls, text: str) -> View:
        """Reads a view from JSON: from that of to_json, or from what a seat knows.

        Raises HandError if no seat can know this, or if a card that the seat has seen is missing.
        """
        view = cls.__new__(cls)
        view._set(text)
        return view

    @classmethod
    def _from_native(cls, native: _preference.NativeView) -> View:
        view = cls.__new__(cls)
        view._native = native
        view._facts = None
        return view

    def _fact(self, name: str) -> Any:
        facts = self._facts
        if facts is None:
            facts = self._facts = json.loads(self._native.to_json())
        return facts[name]

    def field(self) -> dict[str, Any]:
        """The view as a dict, as preference.state has it."""
        view: dict[str, Any] = json.loads(self._native.to_json())
        return view

    @property
    def seat(self) -> Seat:
        """Seat whose view this is; the text D for the dealer who sits out."""
        return self._native.seat()

    @property
    def phase(self) -> Phase:
        """Phase of the hand."""
        return self._native.phase()

    @property
    def to_act(self) -> Seat | None:
        """Seat that acts next; None when the hand is over."""
        return self._native.to_act()

    @property
    def player(self) -> Seat | None:
        """Seat that decides about the next action; None when the hand is over."""
        return self._native.player()

    @property
    def hands(self) -> dict[Seat, list[str] | None]:
        """Cards that each seat still holds; None if this seat does not know them."""
        return dict(zip(SEATS, self._native.hands(), strict=True))

    @property
    def rules(self) -> Rules:
        """Rules of the hand."""
        return Rules.from_field(self._fact("rules"))

    @property
    def dealt(self) -> list[str]:
        """Cards that were dealt to the seat."""
        return list(self._fact("dealt"))

    @property
    def talon(self) -> list[str]:
        """Cards of the talon that the seat has seen."""
        return list(self._fact("talon"))

    @property
    def steps(self) -> list[HandViewStep]:
        """Actions so far, with the seats that took them; None for a discard that the seat has not seen."""
        return [HandViewStep(**step) for step in self._fact("steps")]

    @property
    def voids(self) -> dict[Seat, list[str]]:
        """Suits in which each seat has shown a void."""
        return dict(self._fact("voids"))

    @property
    def declarer(self) -> Seat | None:
        """Declarer; None before the end of the auction, and if nobody declares."""
        declarer: Seat | None = self._fact("declarer")
        return declarer

    @property
    def contract(self) -> str | None:
        """Contract; None before it is announced, and if nobody declares."""
        contract: str | None = self._fact("contract")
        return contract

    @property
    def playing(self) -> list[Seat]:
        """Seats that take part in the play; none until they are decided, and if no cards are played."""
        return list(self._fact("playing"))

    @property
    def tricks(self) -> dict[Seat, int]:
        """Number of tricks that each seat has taken so far."""
        return dict(self._fact("tricks"))

    @property
    def result(self) -> Gains | None:
        """Gains of the seats and of the pot; None before the end."""
        result: Gains | None = self._fact("result")
        return result

    def legal_actions(self) -> list[str]:
        """The legal actions of the seat; an empty list if another seat decides."""
        return self._native.legal_actions()

    def act(self, player: str = "strong", *, seed: int = 1) -> str:
        """The action that a built-in player chooses for the seat.

        Raises QuestionError if another seat decides, or if the hand is over.
        """
        action: str = answer_of({"ask": "act", "view": self, "player": player, "seed": seed})["action"]
        return action

    def advise(self, **options: Any) -> ActionAdvice:
        """Estimates the value of each legal action, as preference.advise does, with its options.

        Raises QuestionError if another seat decides, or if the hand is over.
        """
        advice: Any = answer_of({"ask": "advise", "view": self, **options})
        return cast("ActionAdvice", advice)

    def _possible_hand(self, seed: int) -> _preference.NativeHand:
        """A hand with random hidden cards that has this view."""
        return self._native.possible_hand(seed)

    def layouts(self, count: int, seed: int = 1, *, calls: bool = False) -> list[tuple[Deal, float]]:
        """Random layouts of the hidden cards that agree with the view, each with its weight.

        A layout is a whole deal. All layouts that agree with the view are equally likely to be drawn. The
        weights are 1 or, with calls, fall by half with each contradiction between the actions of the other
        players and the choices of the player beginner with these cards. Weights change no draw.

        Raises HandError if no layout is found.
        """
        try:
            return [(Deal(deal), weight) for deal, weight in self._native.layouts(count, seed, calls)]
        except ValueError as error:
            raise HandError(str(error)) from None

    def to_json(self) -> str:
        """The view as a JSON object, as pref state prints it. Equal views have equal texts."""
        return self._native.to_json()

    def __eq__(self, other: object) -> bool:
        return self._native == other._native if isinstance(other, View) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._native)

    @classmethod
    def _of_dealer(cls, text: str) -> View:
        return cls._from_native(_preference.NativeView.of_dealer(text))

    def __reduce__(self) -> tuple[Callable[[str], View], tuple[str]]:
        is_of_dealer = self._native.seat() not in SEATS
        return View._of_dealer if is_of_dealer else View.from_json, (self.to_json(),)

    def __repr__(self) -> str:
        return f"<View of {self.seat}, {self.phase}>"
