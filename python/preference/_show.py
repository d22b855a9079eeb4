"""Deals and answers as pictures and tables for notebooks: HTML with inline SVG, without scripts."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from html import escape
from itertools import islice
from typing import Any

__all__ = ["Answer"]

_SIGNS = {"S": ("♠", "#111"), "H": ("♥", "#c00"), "D": ("♦", "#c00"), "C": ("♣", "#111"), "N": ("NT", "#111")}
_SEATS = {"F": "Forehand", "M": "Middlehand", "R": "Rearhand", "D": "Dealer"}

# Where the hands stand: forehand below, then in turn order, the talon in the middle.
_PLACES = {"F": (150, 150), "M": (10, 10), "R": (290, 10), "talon": (150, 50)}

# How many rows of a table are shown.
ROWS = 10


def hands(deal: str) -> dict[str, str]:
    """The hands and the talon of a whole deal in its normal notation."""
    return dict(zip(("F", "M", "R", "talon"), deal.partition(":")[2].split(), strict=True))


def deal_svg(deal: str) -> str:
    """A picture of a whole deal in its normal notation."""
    parts = [
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 430 260" width="430" height="260" '
        'font-family="sans-serif" font-size="15">',
        f"<title>{escape(deal)}</title>",
        '<rect width="430" height="260" fill="#fff"/>',
    ]
    for name, hand in hands(deal).items():
        x, y = _PLACES[name]
        title = _SEATS.get(name, "Talon")
        parts.append(f'<text x="{x}" y="{y + 12}" font-size="12" fill="#666">{title}</text>')
        suits = list(zip("SHDC", hand.split("."), strict=True))
        if name == "talon":
            suits = [(suit, ranks) for suit, ranks in suits if ranks]
        for line, (suit, ranks) in enumerate(suits):
            sign, colour = _SIGNS[suit]
            cards = " ".join(rank.replace("T", "10") for rank in ranks) or "–"
            place = f'x="{x}" y="{y + 32 + 20 * line}"'
            parts.append(f'<text {place}><tspan fill="{colour}">{sign}</tspan> {cards}</text>')
    return "".join([*parts, "</svg>"])


def _card(text: str) -> str:
    """A card or the name of a contract, with its sign."""
    sign = _SIGNS.get(text[:1])
    if sign is None or len(text) > 2:
        return escape(text)
    rank = text[1:].replace("T", "10")
    return f'<span style="color:{sign[1]}">{sign[0]}</span>{escape(rank)}'


def _cell(value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, bool):
        return "✓" if value else "–"
    if isinstance(value, float):
        return f"{value:g}"
    if isinstance(value, str):
        return _card(value)
    if isinstance(value, list):
        between = " " if all(isinstance(one, str) for one in value) else "; "
        more = len(value) - ROWS
        return between.join(map(_cell, value[:ROWS])) + (f" … and {more} more" if more > 0 else "")
    if isinstance(value, Mapping):
        return ", ".join(f"{escape(str(key))} {_cell(one)}" for key, one in value.items())
    return escape(str(value))


def _rows(head: Iterable[str], rows: Iterable[Iterable[Any]], *, signs: bool = False) -> str:
    style = 'style="text-align:left;padding:2px 8px"'
    top = "".join(f"<th {style}>{_card(name) if signs else escape(name)}</th>" for name in head)
    body = "".join(f"<tr>{''.join(f'<td {style}>{_cell(value)}</td>' for value in row)}</tr>" for row in rows)
    return f"<table><thead><tr>{top}</tr></thead><tbody>{body}</tbody></table>"


def _objects(objects: list[Mapping[str, Any]]) -> str:
    """A row an object, a column a key; the first ten."""
    head = list(dict.fromkeys(key for one in objects for key in one))
    table = _rows(head, ([one.get(key) for key in head] for one in islice(objects, ROWS)))
    more = len(objects) - ROWS
    return table + (f"<p>… and {more} more</p>" if more > 0 else "")


def _results(results: list[Mapping[str, Any]]) -> str:
    """A row a declarer, a column a contract."""
    contracts = list(dict.fromkeys(result["contract"] for result in results))
    cells: dict[str, dict[str, Any]] = {}
    for result in results:
        tricks, made = result.get("tricks"), result.get("made")
        if isinstance(tricks, Mapping):
            for seat, number in tricks.items():
                cells.setdefault(seat, {})[result["contract"]] = number
            continue
        shown = made if tricks is None else f"{tricks} ✓" if made else f"{tricks} –"
        cells.setdefault(result["declarer"], {})[result["contract"]] = shown
    rows = ([_SEATS[seat], *(row.get(contract) for contract in contracts)] for seat, row in cells.items())
    return _rows(["", *contracts], rows, signs=True)


def answer_html(answer: Mapping[str, Any]) -> str:
    """An answer as HTML."""
    parts, short = [], {}
    for key, value in answer.items():
        if key == "deal" and isinstance(value, str):
            try:
                parts.append(deal_svg(value))
            except ValueError:
                short[key] = value
        elif key == "results" and all("declarer" in result for result in value):
            parts.append(_results(value))
        elif isinstance(value, list) and value and all(isinstance(one, Mapping) for one in value):
            parts.append(f"<p><b>{escape(key)}</b></p>{_objects(value)}")
        else:
            short[key] = value
    return f"<div>{_rows(short, [short.values()]) if short else ''}{''.join(parts)}</div>"


def table_html(columns: list[str], rows: Iterable[Mapping[str, Any]], count: int) -> str:
    """The first of count rows of a table as HTML."""
    return _rows(columns, (row.values() for row in islice(rows, ROWS))) + f"<p>{count} rows</p>"


class Answer(dict[str, Any]):
    """An answer: a dictionary that shows itself in a notebook."""

    def _repr_html_(self) -> str:
        return answer_html(self)
