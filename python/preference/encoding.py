"""Actions as indexes, and views as arrays, for programs that learn to play.

It needs no other package; encode needs numpy.

>>> from preference import Hand, HandEncoding
>>> hand = Hand("F:AQJ.A9.AK9.T7 KT87.J7.QJ.Q8 9.KQT8.T8.AJ9", rules="russian")
>>> encoding = HandEncoding(hand)
>>> [encoding.actions[index] for index in encoding.legal_indexes(hand)][:3], encoding.index("6S")
(['pass', '6S', '6H'], 11)

An action is an index in the list actions of HandEncoding. The list is the same for all rules, except that
it ends with the offers for the talon that the rules allow:

| actions | number |
|---|---|
| calls and decisions: pass, 1, 7S, hand, whist, kontra, open … | 83 |
| announcements: play S … play uno | 36 |
| cards: SA … C7 | 32 |
| pairs of cards to lay aside: discard SA SK … discard C8 C7 | 496 |
| offers: offer:1 … | as the rules allow |

Claims and divisions of the tricks that a seat offers ("claim 3", "offer F=7,M=1,R=2") have no index: they
only shorten a hand that can be played to its end, and would add more than 60 actions. An offer of somebody
else can be answered, since accept and refuse are among the decisions.

An array of 16-bit integers is made from the view of a seat and nothing else. Its parts have these sizes;
layout has the slice of each. Parts for seats are in the order viewer, left neighbour, right neighbour, and
cards in the order SA … C7.

| part | size | values |
|---|---|---|
| seat | 3 | 1 for the viewer's seat: F, M, R |
| phase | 9 | 1 for the phase: auction, talon, discard, usurping, announcement, decisions, play, offer, over |
| to_act | 3 | 1 for the seat to act |
| player | 3 | 1 for the seat that decides |
| declarer | 3 | 1 for the declarer |
| contract | 36 | 1 for the contract, in the order of the announcements |
| from_hand | 1 | 1 if the contract is played without the talon |
| playing | 3 | 1 if the seat plays; 0 before the first lead is due |
| dealt | 32 | 1 for each card that was dealt to the viewer |
| talon | 32 | 1 for each card of the talon that the viewer has seen |
| talon_led | 32 | 1 or 2 for the card of the talon that has led the first or the second trick |
| shown | 3 | 1 if the viewer knows the hand of the seat |
| held | 96 | 1 for each card that the seat still holds, if the viewer knows the hand |
| played | 96 | number of the card in the order of play, from 1; 0 if the seat has not played it |
| trick | 96 | 1 for the card of the seat in the trick in progress |
| voids | 12 | 1 for each suit S, H, D, C in which the seat has failed to follow |
| tricks | 3 | number of tricks that the seat has taken |
| said | 249 | number of the action with which the seat last made the call or decision, from 1; 0 if never |
| offers | 3 | last offer of the seat |
| discarded | 3 | number of the action with which the seat last laid cards aside, from 1; 0 if never |
| discards | 96 | 1 for each card that the seat last laid aside, if the viewer has seen it |
| four | 1 | 1 if four players are at the table |
| pot | 1 | amount in the pot, -1 if it is unknown |
| limit | 1 | limit of the pot, -1 for the limit of the rules |
| passed | 1 | number of passed-out hands in a row before this one |
| marks | 3 | 1 if the seat has a mark (refa) |
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

from preference import _preference
from preference._hand import Hand, IllegalAction
from preference._view import HandError, View

if TYPE_CHECKING:
    import numpy as np

__all__ = ["HandEncoding", "encode"]


def encode(view: View) -> np.ndarray[Any, np.dtype[np.int16]]:
    """A view as an array of numpy, in the layout that this module describes.

    Raises HandError for the dealer who sits out.
    """
    numpy = importlib.import_module("numpy")
    try:
        values = view._native.array()
    except ValueError as error:
        raise HandError(str(error)) from None
    array: np.ndarray[Any, np.dtype[np.int16]] = numpy.frombuffer(values, dtype=numpy.int16)
    return array


class HandEncoding:
    """Actions and array layout for all hands with the same rules and table as a given hand."""

    actions: list[str]
    """Texts of all actions, at their indexes."""
    layout: dict[str, slice]
    """Slice of each part of an array, by name."""
    size: int
    """Number of values in an array."""

    def __init__(self, hand: Hand) -> None:
        self.actions = _preference.action_texts(hand.highest_offer)
        self._indexes = {action: index for index, action in enumerate(self.actions)}
        self.layout = {}
        self.size = 0
        for name, length in hand.view("F")._native.array_parts():
            self.layout[name] = slice(self.size, self.size + length)
            self.size += length

    def __deepcopy__(self, memo: dict[int, object]) -> HandEncoding:
        # An encoding never changes, so copies of games and states share it.
        return self

    def index(self, action: str) -> int:
        """The index of an action.

        Raises IllegalAction if it has none, as claims and offered divisions of the tricks.
        """
        index = self._indexes.get(action)
        if index is None:
            raise IllegalAction(f"{action!r:.60} has no index: only the texts in actions have one")
        return index

    def legal_indexes(self, hand: Hand) -> list[int]:
        """The indexes of the legal actions of the seat that decides, in ascending order."""
        return sorted(map(self.index, hand.legal_actions()))
