"""Actions as indexes, and views as arrays, for programs that learn to play."""

from __future__ import annotations

from typing import Any

import numpy as np

from preference import _preference
from preference._hand import Hand
from preference._view import View

__all__ = ["HandEncoding", "encode"]


def encode(view: View) -> np.ndarray[Any, np.dtype[np.int16]]:
    """A view as an array, in the layout that preference.env describes."""
    return np.frombuffer(view._native.array(), dtype=np.int16)


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

    def legal_indexes(self, hand: Hand) -> list[int]:
        """The indexes of the legal actions of the seat that decides, in ascending order."""
        return sorted(self._indexes[action] for action in hand.legal_actions())
