"""Deals and rules as objects."""

from __future__ import annotations

import json
import os
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Protocol

from preference import _preference
from preference._ask import DealError, QuestionError, deal_of
from preference._show import deal_svg, hands

__all__ = ["Deal", "FieldObject", "Rules"]


class Deal(str):
    """Deal of all 32 cards: a text in the normal notation, F:hand hand hand talon.

    It can be made from every notation that the program reads, and from an answer that has a deal, such as an
    answer of preference.deal. Functions accept a Deal wherever they accept the text of a deal.

    >>> deal = Deal("F:AQJ.A9.AK9.T7 KT87.J7.QJ.Q8 9.KQT8.T8.AJ9")
    >>> deal.talon, deal.M
    ('..7.K', 'KT87.J7.QJ.Q8')

    Raises DealError if the text is not a deal.
    """

    masks: tuple[int, int, int, int]
    """Hands of F, M, R and the talon as 32-bit sets of cards: bit 31 is the ace of spades, bit 0 the seven of
    clubs, in the suit order S H D C.
    """

    def __new__(cls, text: str | Mapping[str, object]) -> Deal:
        text = deal_of(text)
        if not isinstance(text, str):
            if isinstance(text, list | tuple):
                problem = (
                    "this is a list of deals: take them one by one, as in [Deal(deal) for deal in deals]"
                )
            else:
                problem = f"{type(text).__name__} is not a deal: write a text, or an answer with the key deal"
            raise DealError("bad-deal", problem, "deal")
        try:
            normal, masks = _preference.deal(text)
        except ValueError as error:
            raise DealError("bad-deal", str(error), "deal") from None
        deal = super().__new__(cls, normal)
        forehand, middlehand, rearhand, talon = masks
        deal.masks = (forehand, middlehand, rearhand, talon)
        return deal

    @classmethod
    def from_masks(cls, F: int, M: int, R: int, talon: int | None = None) -> Deal:  # noqa: N803
        """The deal with these hands, each a 32-bit set of cards like those in masks.

        If the talon is left out, it gets the remaining cards.
        """
        return cls(_preference.notation((F, M, R), talon))

    @property
    def F(self) -> str:  # noqa: N802
        """Forehand's cards."""
        return hands(self)["F"]

    @property
    def M(self) -> str:  # noqa: N802
        """Middlehand's cards."""
        return hands(self)["M"]

    @property
    def R(self) -> str:  # noqa: N802
        """Rearhand's cards."""
        return hands(self)["R"]

    @property
    def talon(self) -> str:
        """The talon."""
        return hands(self)["talon"]

    def cards(self, of: str) -> list[str]:
        """The cards of F, M, R or the talon as a list: ["SA", "SQ", …]."""
        suits = zip("SHDC", hands(self)[of].split("."), strict=True)
        return [suit + rank for suit, ranks in suits for rank in ranks]

    def svg(self) -> str:
        """A picture of the deal as SVG."""
        return deal_svg(self)

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes the picture to a file whose name ends with .svg.

        Raises ValueError for other names.
        """
        if Path(path).suffix.lower() != ".svg":
            raise ValueError(
                f"the picture is SVG: write a name that ends with .svg instead of {os.fspath(path)!r}"
            )
        Path(path).write_text(self.svg(), encoding="utf-8")

    def __repr__(self) -> str:
        return f"Deal({str(self)!r})"

    def _repr_svg_(self) -> str:
        return self.svg()

    def _repr_html_(self) -> str:
        return self.svg()


class FieldObject(Protocol):
    """Object that stands for a field of a question: a Hand for its record, a View for itself."""

    def field(self) -> Mapping[str, Any]:
        """The value of the field."""
        ...


class Rules:
    """Rules: a preset with switches, for instance "austrian" or "american,+trump", or house rules.

    >>> Rules("american,+trump").name
    'american,+trump'

    Raises QuestionError if there are no such rules.
    """

    name: str
    """Name of the rules."""
    toml: str
    """Text of the whole rule set, in the form of a file of house rules."""

    def __init__(self, name: str) -> None:
        self._set(name, _preference.rules, name)

    @classmethod
    def from_toml(cls, text: str) -> Rules:
        """Parses house rules in the form in which pref rules show prints them."""
        rules = cls.__new__(cls)
        rules._set(None, _preference.rules_from_toml, text)
        return rules

    @classmethod
    def from_field(cls, field: str | Mapping[str, Any]) -> Rules:
        """The rules in the field rules of a question.

        The field is a name such as "american,+trump", an object with the keys of a rules file, or an object
        whose key toml holds the text of such a file.
        """
        if isinstance(field, str):
            return cls(field)
        if not isinstance(field, Mapping):
            raise QuestionError(
                "bad-value",
                f"write a name or an object with the keys of a rules file, not {field!r:.60}",
                "rules",
            )
        if set(field) == {"toml"}:
            return cls.from_toml(field["toml"])
        rules = cls.__new__(cls)
        rules._set(None, _preference.rules_from_json, json.dumps(field))
        return rules

    @classmethod
    def from_file(cls, path: str | os.PathLike[str]) -> Rules:
        """Reads house rules from a file."""
        return cls.from_toml(Path(path).read_text(encoding="utf-8"))

    @staticmethod
    def names() -> list[str]:
        """The names of all preset rules."""
        return _preference.rule_names()

    def _set(self, known: str | None, read: Any, text: str) -> None:
        try:
            self.name, self.toml = read(text)
        except ValueError as error:
            raise QuestionError("bad-rules", str(error), "rules") from None
        self._field: str | Mapping[str, Any] = tomllib.loads(self.toml) if known is None else known

    def field(self) -> str | Mapping[str, Any]:
        """Returns these rules in the form of the field rules of a question."""
        return self._field

    def __str__(self) -> str:
        return self.name

    def __repr__(self) -> str:
        return f"Rules({self.name!r})" if isinstance(self._field, str) else f"<house rules {self.name!r}>"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Rules) and self.toml == other.toml

    def __hash__(self) -> int:
        return hash(self.toml)
