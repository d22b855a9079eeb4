"""A hand that is played one action at a time."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from html import escape
from typing import Any, NamedTuple, cast

from preference import _preference
from preference._ask import PreferenceError, answer_of, line_of
from preference._inputs import Deal, Rules
from preference._show import SEAT_NAMES, card_text, coloured, grid_text
from preference._verbs import ActionAdvice, Dealer, Gains, Phase, ReviewAnswer, Seat
from preference._view import SEATS, HandError, View

__all__ = ["Hand", "HandStep", "IllegalAction"]


class IllegalAction(PreferenceError, ValueError):
    """An action that is not legal. The message says why."""


class HandStep(NamedTuple):
    """An action that was taken."""

    seat: Seat
    """Seat that acted, or whose card was played."""
    player: Seat
    """Seat that decided: seat itself or, if a lone whister plays open, the whister for both defenders."""
    action: str
    """Text of the action."""


class Hand:
    """State of a hand from the first call to the settlement, one action at a time.

    Actions are texts: calls such as "pass", "1" and "7S", "discard S7 H8", "play 7S", decisions such as
    "whist", and cards such as "HA".

    >>> hand = Hand("F:AQJ.A9.AK9.T7 KT87.J7.QJ.Q8 9.KQT8.T8.AJ9", rules="russian")
    >>> for action in ["6D", "pass", "pass", "discard H9 C7", "play 6D", "pass", "whist", "open", "DA"]:
    ...     hand.push(action)
    >>> hand.to_act, hand.player, hand.legal_actions()
    ('M', 'R', ['DQ', 'DJ'])

    Args:
        deal: Deal of all 32 cards, or an answer that contains one, such as an answer of preference.deal.
        rules: Rules: a preset with switches, a Rules object, or house rules with the keys of a rules file.
        dealer: Dealer: R, or with four at the table D. Seats are named by their turn after the dealer.
        pot: Amount in the pot, the dealer's ante included.
        sheet: Earlier hands of the same players at this table, the oldest first. The pot,
            marks and progressions of this hand follow from them. An empty list stands for the first hand.
        four: Whether four players are at the table, so that the dealer sits out.
        limit: Limit of the pot, if it differs from that of the rules.
        passed: Number of passed-out hands in a row before this one.
        marks: Seats with a mark (refa), which doubles the payment of the hand if the seat declares.
        talon_order: The talon's two cards in the order in which they lead if all pass.

    Raises:
        DealError: The deal is wrong.
        QuestionError: There are no such rules.
        HandError: By these rules no hand can be played at this table, or sheet is given with pot, passed or
            marks.
    """

    _native: _preference.NativeHand
    _is_of_session = False

    def __init__(
        self,
        deal: str | Mapping[str, object],
        rules: str | Rules | Mapping[str, Any] = "austrian",
        dealer: Dealer | None = None,
        pot: int | None = None,
        sheet: Iterable[Hand] | None = None,
        four: bool = False,
        *,
        limit: int | None = None,
        passed: int = 0,
        marks: Iterable[Seat] = (),
        talon_order: Sequence[str] | None = None,
    ) -> None:
        field = (rules if isinstance(rules, Rules) else Rules.from_field(rules)).field()
        record: dict[str, object] = {"rules": field, "deal": Deal(deal), "dealer": dealer, "pot": pot}
        record |= {"four": four, "limit": limit, "passed": passed, "marks": list(marks)}
        record |= {"talon_order": None if talon_order is None else list(talon_order), "actions": []}
        if sheet is not None and (pot is not None or passed or record["marks"]):
            raise HandError("sheet: leave out pot, passed and marks, which follow from the sheet")
        hands = None if sheet is None else list(sheet)
        if wrong := [hand for hand in hands or () if not isinstance(hand, Hand)]:
            raise HandError(f"sheet: name the hands that were played before, not {wrong[0]!r:.60}")
        earlier = None if hands is None else [hand._native for hand in hands]
        self._native = self._read(record, earlier)

    @staticmethod
    def _read(
        record: Mapping[str, Any], sheet: list[_preference.NativeHand] | None = None
    ) -> _preference.NativeHand:
        try:
            return _preference.NativeHand(line_of(record), sheet)
        except ValueError as error:
            raise HandError(str(error)) from None

    @classmethod
    def from_record(cls, record: Mapping[str, Any] | Hand) -> Hand:
        """Reads a hand from its record, or from the situation that review reads.

        A situation names only the outcome of the decisions. If several orders of decisions have this outcome,
        the first one is taken, and a lone whister plays closed. Without rules, the rules austrian apply.

        Raises HandError if the record is wrong, with the number of the action that is not legal.
        """
        if isinstance(record, Hand):
            return record.copy()
        if not isinstance(record, Mapping):
            raise HandError(f"a record is an object with the keys deal and actions, not {record!r:.60}")
        return cls._from_native(cls._read(record))

    @classmethod
    def read_ppn(cls, text: str, rules: str | Rules | Mapping[str, Any] = "bule") -> list[tuple[str, Hand]]:
        """The deals of a text in PPN, the notation of Serbian play sites, as names and hands.

        Several deals may have the same name. PPN has only the highest bid of each player. Each hand gets the
        first auction that leads to these bids.

        Raises HandError if a deal is wrong, with its name and the field.
        """
        field = (rules if isinstance(rules, Rules) else Rules.from_field(rules)).field()
        try:
            hands = _preference.NativeHand.read_ppn(text, json.dumps(field))
        except ValueError as error:
            raise HandError(str(error)) from None
        return [(name, cls._from_native(native)) for name, native in hands]

    def to_ppn(self, name: str = "1") -> str:
        """The hand as a deal in PPN. The hand must be over. The name is a number.

        Raises HandError if PPN has no form for a part of the hand.
        """
        try:
            return self._native.to_ppn(name)
        except ValueError as error:
            raise HandError(str(error)) from None

    @classmethod
    def _from_native(cls, native: _preference.NativeHand) -> Hand:
        hand = cls.__new__(cls)
        hand._native = native
        return hand

    def with_deal(self, deal: str | Mapping[str, object], talon_order: Sequence[str] | None = None) -> Hand:
        """A new hand with other cards under the same rules at the same table.

        It is faster than making a hand from the rules.

        Raises DealError if the deal is wrong, and HandError if talon_order does not have its talon.
        """
        order = None if talon_order is None else list(talon_order)
        try:
            return self._from_native(self._native.with_deal(Deal(deal), order))
        except ValueError as error:
            raise HandError(f"talon_order: {error}") from None

    def legal_actions(self) -> list[str]:
        """The legal actions of the seat that decides; an empty list when the hand is over."""
        return self._native.legal_actions()

    def is_legal(self, action: str) -> bool:
        """Whether an action is among the legal actions. Claims and offers are not."""
        return self._native.is_legal(action)

    def claims(self) -> list[str]:
        """The claims that can be made now. Whether a claim stands is checked when it is made."""
        return self._native.claims()

    def offers(self) -> list[str]:
        """The divisions of the tricks that can be offered now; the other players then accept or refuse."""
        return self._native.offers()

    def act(self, player: str = "strong", *, seed: int = 1) -> str:
        """The action that a built-in player chooses for the seat that decides.

        Raises QuestionError if the hand is over.
        """
        action: str = answer_of({"ask": "act", "record": self, "player": player, "seed": seed})["action"]
        return action

    def advise(self, **options: Any) -> ActionAdvice:
        """Estimates the value of each legal action, as preference.advise does, with its options.

        Raises QuestionError if the hand is over.
        """
        advice: Any = answer_of({"ask": "advise", "record": self, **options})
        return cast("ActionAdvice", advice)

    def review(self, **options: Any) -> ReviewAnswer:
        """Reviews the hand, as preference.review does, with its options."""
        review: Any = answer_of({"ask": "review", "record": self, **options})
        return cast("ReviewAnswer", review)

    def key(self) -> str:
        """A text that equal hands share and that can be hashed. Hands cannot, since they change."""
        return self._native.record()

    def push(self, action: str) -> None:
        """Takes an action on behalf of the seat that decides.

        Raises IllegalAction if the action is not legal, or if the hand is that of a session, which takes the
        actions itself. The hand is then unchanged.
        """
        self._check_free()
        try:
            self._native.push(action)
        except ValueError as error:
            raise IllegalAction(str(error)) from None

    def pop(self) -> str:
        """Takes back the last action and returns it.

        Raises IndexError before the first action, and IllegalAction if the hand is that of a session.
        """
        self._check_free()
        action = self._native.pop()
        if action is None:
            raise IndexError("no action has been taken")
        return action

    def _check_free(self) -> None:
        if self._is_of_session:
            raise IllegalAction(
                "this hand is that of a session: take its actions with Session.push and Session.pop, "
                "or play on with its copy()"
            )

    @property
    def to_act(self) -> Seat | None:
        """Seat that acts, or whose card is to be played; None when the hand is over."""
        return self._native.to_act()

    @property
    def player(self) -> Seat | None:
        """Seat that decides about the next action; None when the hand is over.

        It is the seat to act or, if a lone whister plays open, the whister for both defenders.
        """
        return self._native.player()

    @property
    def phase(self) -> Phase:
        """Phase of the hand."""
        return self._native.phase()

    @property
    def is_over(self) -> bool:
        """Whether the hand is over."""
        return self._native.is_over()

    @property
    def declarer(self) -> Seat | None:
        """Declarer; None before the end of the auction, and if nobody declares."""
        return self._native.declarer()

    @property
    def contract(self) -> str | None:
        """Contract; None before it is announced, and if nobody declares."""
        return self._native.contract()

    @property
    def tricks(self) -> dict[Seat, int]:
        """Number of tricks that each seat has taken so far."""
        return dict(zip(SEATS, self._native.tricks(), strict=True))

    @property
    def result(self) -> Gains | None:
        """Gains of the seats, of the pot, and of the dealer D with four at the table; None before the end.

        They sum to zero.
        """
        gains = self._native.result()
        if gains is None:
            return None
        result: Gains = json.loads(gains)
        return result

    @property
    def deal(self) -> Deal:
        """Cards as they were dealt."""
        return Deal(self._native.deal())

    @property
    def rules(self) -> Rules:
        """Rules of the hand."""
        return Rules.from_field(json.loads(self._native.rules()))

    @property
    def steps(self) -> list[HandStep]:
        """Actions so far, with the seats that took them."""
        return [HandStep(*step) for step in self._native.steps()]

    @property
    def held_cards(self) -> dict[Seat, list[str]]:
        """Cards that each seat still holds."""
        return dict(zip(SEATS, self._native.held_cards(), strict=True))

    @property
    def highest_offer(self) -> int:
        """Highest amount that may be offered for the talon; 0 if the rules have no offers."""
        return self._native.highest_offer()

    def view(self, seat: Dealer) -> View:
        """The part of the hand that a seat knows or, as D, the dealer who sits out with four at the table.

        Raises HandError if there is no such seat.
        """
        try:
            return View._from_native(self._native.view(seat))
        except ValueError as error:
            raise HandError(f"seat: {error}") from None

    def record(self) -> dict[str, Any]:
        """The record of the hand, which from_record reads: rules, deal, table and all actions."""
        record: dict[str, Any] = json.loads(self._native.record())
        return record

    def field(self) -> dict[str, Any]:
        """The record, so that a hand can stand wherever a function takes a record."""
        return self.record()

    def situation(self, ask: str | None = None) -> dict[str, Any]:
        """The facts of this hand with all cards known, as review reads them.

        Each function of a question about hands takes them, as in preference.cards(**hand.situation()). It
        reads those that it needs: decisions and the pot count if gains are compared; solve gets the cards
        after the exchange, score the tricks of a finished hand.

        ask: name of a question, for only the fields that it has, without options, as ask() reads them:
            ask({"ask": "cards", **hand.situation("cards")}).

        Raises HandError if there is no such question; and without ask or for review if a claim or an accepted
        offer has ended the hand, which the cards alone do not show.
        """
        if ask in (None, "review") and self._native.has_unplayed_tricks():
            raise HandError(
                "a claim or an offer ended this hand, which a situation does not show: use "
                "review(record=hand), or name another question, as in cards(**hand.situation('cards'))"
            )
        try:
            situation: dict[str, Any] = json.loads(self._native.situation(ask))
        except ValueError as error:
            raise HandError(f"ask: {error}") from None
        return situation

    def copy(self) -> Hand:
        """An independent copy."""
        return self._from_native(self._native.copy())

    __copy__ = copy

    def __deepcopy__(self, memo: dict[int, object]) -> Hand:
        return self.copy()

    def __reduce__(self) -> tuple[Callable[[dict[str, Any]], Hand], tuple[dict[str, Any]]]:
        return Hand.from_record, (self.record(),)

    def __eq__(self, other: object) -> bool:
        return self._native == other._native if isinstance(other, Hand) else NotImplemented

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        next_player = "" if self.is_over else f", {self.player} decides"
        return f"<Hand {self.rules.name!r}: {self.phase}, {len(self.steps)} actions{next_player}>"

    def __str__(self) -> str:
        return hand_text(self)

    def _repr_html_(self) -> str:
        return hand_html(self)


def _is_card(action: str) -> bool:
    """Whether an action plays a card: a suit and a rank, a form that no call has."""
    return len(action) == 2 and action[0] in "SHDC" and action[1] in "AKQJT987"


def _hand_title(hand: Hand) -> str:
    parts = [hand.rules.name, hand.phase]
    if hand.declarer:
        contract = f": {card_text(hand.contract)}" if hand.contract else ""
        parts.append(f"{SEAT_NAMES[hand.declarer]} declares{contract}")
    if hand.to_act and hand.player:
        decides = "" if hand.player == hand.to_act else f", {SEAT_NAMES[hand.player]} decides"
        parts.append(f"{SEAT_NAMES[hand.to_act]} to act{decides}")
    if hand.result:
        parts.append(", ".join(f"{name} {value:g}" for name, value in hand.result.items()))
    return " · ".join(parts)


def _hand_cells(hand: Hand) -> dict[str, dict[str, list[str]]]:
    """The rows of a hand's table by name; each maps a seat to the texts in its column."""
    rows: dict[str, dict[str, list[str]]] = {
        name: {seat: [] for seat in "FMR"} for name in ("cards", "said", "played", "tricks")
    }
    for seat, cards in hand.held_cards.items():
        rows["cards"][seat] = list(cards)
        rows["tricks"][seat] = [str(hand.tricks[seat])]
    for step in hand.steps:
        rows["played" if _is_card(step.action) else "said"][step.seat].append(step.action)
    return rows


def hand_text(hand: Hand) -> str:
    """A hand as a text table with a column for each seat, followed by the legal actions."""
    rows = [
        [name, *(_joined_actions(texts) for texts in seats.values())]
        for name, seats in _hand_cells(hand).items()
    ]
    legal = hand.legal_actions()
    shown = f"\nlegal: {_joined_actions(legal)}" if legal else ""
    return grid_text((_hand_title(hand), ["", *map(SEAT_NAMES.__getitem__, "FMR")], rows)) + shown


def _joined_actions(actions: Sequence[str]) -> str:
    between = " " if all(map(_is_card, actions)) else ", "
    return between.join(map(card_text, actions))


def hand_html(hand: Hand) -> str:
    """A hand as an HTML table with a column for each seat. Legal actions are marked."""
    legal = hand.legal_actions()
    # A legal discard is marked at its two cards.
    cards = {card for action in legal for card in action.removeprefix("discard ").split() if _is_card(card)}
    style = 'style="text-align:left;vertical-align:top;padding:2px 8px"'

    def cell(name: str, seat: str, texts: list[str]) -> str:
        marked = name == "cards" and seat == hand.to_act
        shown = [
            f"<mark>{_action_html(one)}</mark>" if marked and one in cards else _action_html(one)
            for one in texts
        ]
        if name == "said" and seat == hand.to_act:
            others = [one for one in legal if not _is_card(one) and not one.startswith("discard ")]
            shown += [f"<mark>{_action_html(one)}</mark>" for one in others]
        between = " " if name in ("cards", "played") else ", "
        return f"<td {style}>{between.join(shown)}</td>"

    head = "".join(f"<th {style}>{escape(name)}</th>" for name in ["", *map(SEAT_NAMES.__getitem__, "FMR")])
    body = "".join(
        f"<tr><th {style}>{name}</th>" + "".join(cell(name, *one) for one in seats.items()) + "</tr>"
        for name, seats in _hand_cells(hand).items()
    )
    title = f"<p><b>{coloured(_hand_title(hand))}</b></p>"
    return f"<div>{title}<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div>"


def _action_html(action: str) -> str:
    return coloured(" ".join(map(card_text, action.split())))
