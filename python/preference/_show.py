"""Deals and answers as pictures and tables, in text and in HTML with inline SVG and without scripts."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from html import escape
from itertools import islice
from typing import Any

__all__ = ["Answer", "Answers"]

_SIGNS = {"S": ("♠", "#111"), "H": ("♥", "#c00"), "D": ("♦", "#c00"), "C": ("♣", "#111"), "N": ("NT", "#111")}
SEAT_NAMES = {"F": "Forehand", "M": "Middlehand", "R": "Rearhand", "D": "Dealer"}

# Places of the hands in the picture: forehand at the bottom, the others clockwise, the talon in the middle.
_PLACES = {"F": (150, 150), "M": (10, 10), "R": (290, 10), "talon": (150, 50)}

# Maximum number of rows shown of a long table.
MAX_ROWS = 10


def hands(deal: str) -> dict[str, str]:
    """The hands of F, M and R and the talon. The deal must be complete and in normal notation."""
    return dict(zip(("F", "M", "R", "talon"), deal.partition(":")[2].split(), strict=True))


def deal_svg(deal: str) -> str:
    """A picture of a deal as SVG. The deal must be complete and in normal notation."""
    parts = [
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 430 260" width="430" height="260" '
        'font-family="sans-serif" font-size="15">',
        f"<title>{escape(deal)}</title>",
        '<rect width="430" height="260" fill="#fff"/>',
    ]
    for name, hand in hands(deal).items():
        x, y = _PLACES[name]
        title = SEAT_NAMES.get(name, "Talon")
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


# Table for display: its title, the names of its columns, and its rows.
Grid = tuple[str, list[str], list[list[str]]]

_SEAT_KEYS = {"declarer", "seat", "leader", "to_move", "to_call"}
# Keys that compare a value with others. They are not shown, since the rows are in the order of the values.
_COMPARISON_KEYS = {"best", "cost", "group", "margin", "rank"}


def card_text(text: str) -> str:
    """A card or the name of a contract with a suit sign; any other text is returned unchanged."""
    sign = _SIGNS.get(text[:1])
    return sign[0] + text[1:] if sign and len(text) <= 2 else text


def _cell(value: Any, key: str = "") -> str:
    if value is None:
        return ""
    if isinstance(value, bool):
        return "✓" if value else "✗"
    if isinstance(value, float):
        return f"{value:g}"
    if isinstance(value, str):
        return SEAT_NAMES.get(value, value) if key in _SEAT_KEYS else card_text(value)
    if isinstance(value, list):
        between = " " if all(isinstance(one, str) for one in value) else "; "
        return between.join(_cell(one, key) for one in value)
    if isinstance(value, Mapping):
        if "mean" in value:
            # The mean of a single hand has no standard error.
            form = ".0%" if key == "chance" else ".2f"
            shown = [format(value[part], form) for part in ("mean", "error") if value[part] is not None]
            return " ± ".join(shown)
        parts = _with_made_sign(value).items()
        if list(value)[:2] == ["tricks", "made"]:
            return " ".join(_cell(one, name) for name, one in parts)
        return ", ".join(f"{name} {_cell(one, name)}" for name, one in parts)
    return str(value)


def _with_made_sign(one: Mapping[str, Any]) -> dict[str, Any]:
    """Appends the sign for made or not made to the number of tricks; drops the key made."""
    if isinstance(one.get("tricks"), int) and "made" in one:
        sign = _cell(one["made"])
        return {
            key: f"{value} {sign}" if key == "tricks" else value
            for key, value in one.items()
            if key != "made"
        }
    return dict(one)


def _without_comparisons(entry: Mapping[str, Any]) -> dict[str, Any]:
    plain = {key: value for key, value in entry.items() if key not in _COMPARISON_KEYS}
    if "results" in plain:
        plain["results"] = [_without_comparisons(result) for result in plain["results"]]
    return plain


def _ranked(key: str, entries: list[Mapping[str, Any]]) -> Grid:
    """A table of discards or cards by rank, unranked ones last; equally good entries share a row."""
    name = next(iter(entries[0]))
    groups: dict[str, list[Mapping[str, Any]]] = {}
    for entry in map(
        _without_comparisons, sorted(entries, key=lambda entry: entry.get("rank", len(entries) + 1))
    ):
        groups.setdefault(repr([value for part, value in entry.items() if part != name]), []).append(entry)
    objects = []
    for group in groups.values():
        names = [_cell(entry[name]) for entry in group]
        rest = {part: value for part, value in group[0].items() if part != name}
        for result in rest.pop("results", []):
            rest[card_text(result["contract"])] = {
                part: one for part, one in result.items() if part != "contract"
            }
        more = f" = … {len(names)} in all" if len(names) > 3 else ""
        objects.append({name: " = ".join(names[:3]) + more, **rest})
    return _table(key, objects, MAX_ROWS)


def _table(title: str, objects: Sequence[Mapping[str, Any]], limit: int = 32) -> Grid:
    """A table of the first `limit` objects with a row for each object and a column for each key."""
    joined = [_with_made_sign(one) for one in objects[:limit]]
    head = list(dict.fromkeys(key for one in joined for key in one))
    more = f": {limit} of {len(objects)}" if len(objects) > limit else ""
    return title + more, head, [[_cell(one.get(key), key) for key in head] for one in joined]


def _results(answer: Mapping[str, Any], results: list[Mapping[str, Any]]) -> Grid:
    contracts = list(dict.fromkeys(result["contract"] for result in results))
    cells: dict[str, dict[str, str]] = {}
    for result in results:
        tricks, contract = result.get("tricks"), result["contract"]
        if isinstance(tricks, Mapping):
            for seat, number in tricks.items():
                cells.setdefault(seat, {})[contract] = str(number)
        else:
            shown = _with_made_sign(result)
            cells.setdefault(result["declarer"], {})[contract] = _cell(shown.get("tricks", shown.get("made")))
    rows = [
        [SEAT_NAMES[seat], *(row.get(contract, "") for contract in contracts)] for seat, row in cells.items()
    ]
    return "", ["", *map(card_text, contracts)], rows


def _tricks(answer: Mapping[str, Any], line: list[str]) -> Grid:
    """A table of a line of play with a row for each trick.

    The cards that complete a trick in progress are the first row.
    """
    owners = {}
    for seat, hand in zip("FMR", answer["deal"].partition(":")[2].split(), strict=False):
        for suit, ranks in zip("SHDC", hand.split("."), strict=False):
            owners.update({suit + rank: SEAT_NAMES[seat] for rank in ranks})
    begun = len(line) % 3
    starts = [*([0] if begun else []), *range(begun, len(line), 3)]
    tricks = [line[start : begun if start < begun else start + 3] for start in starts]
    return "line", ["leads", "cards"], [[owners.get(trick[0], ""), _cell(trick)] for trick in tricks]


def _parts(answer: Mapping[str, Any]) -> tuple[dict[str, str], list[Grid]]:
    short, tables = {}, []
    for key, value in _with_made_sign(answer).items():
        if not isinstance(value, list) or not value or not all(isinstance(one, Mapping) for one in value):
            if key == "line" and value:
                tables.append(_tricks(answer, value))
            elif key != "deal" and value not in (None, []):
                short[key] = _cell(value, key)
        elif key == "results" and "declarer" in value[0]:
            tables.append(_results(answer, value))
        elif key == "discards" or (key == "cards" and "card" in value[0]):
            tables.append(_ranked(key, value))
        elif key == "best":
            brief = [{**one, "discards": one["discards"][:3]} if "discards" in one else one for one in value]
            tables.append(_table(key, brief))
        else:
            tables.append(_table(key, value))
    return short, tables


def grid_text(shown: Grid) -> str:
    """A table as text, with its title above it."""
    title, head, rows = shown
    widths = [max(map(len, column)) for column in zip(head, *rows, strict=True)]
    lines = ["  ".join(map(str.ljust, row, widths)).rstrip() for row in [head, *rows]]
    return "\n".join([*([title] if title else []), *(f" {line}" for line in lines)])


def grid_html(shown: Grid) -> str:
    """A table as HTML, with its title above it."""
    title, head, rows = shown
    style = 'style="text-align:left;padding:2px 8px"'

    def cells(tag: str, row: Iterable[str]) -> str:
        return "<tr>" + "".join(f"<{tag} {style}>{coloured(text)}</{tag}>" for text in row) + "</tr>"

    top = f"<p><b>{escape(title)}</b></p>" if title else ""
    body = "".join(cells("td", row) for row in rows)
    return f"{top}<table><thead>{cells('th', head)}</thead><tbody>{body}</tbody></table>"


def coloured(text: str) -> str:
    """A text as HTML, with coloured suit signs."""
    text = escape(text)
    for sign, colour in list(_SIGNS.values())[:4]:
        text = text.replace(sign, f'<span style="color:{colour}">{sign}</span>')
    return text


def table_html(columns: list[str], rows: Iterable[Mapping[str, Any]], count: int) -> str:
    """The first rows of a table as HTML, with the number of all its rows."""
    cells = [[_cell(value) for value in row.values()] for row in islice(rows, MAX_ROWS)]
    return grid_html(("", columns, cells)) + f"<p>{count} rows</p>"


class Answer(dict[str, Any]):
    """Answer that is shown as tables when it is printed, and in a notebook."""

    def __str__(self) -> str:
        short, tables = _parts(self)
        flat = [key for key in short if not isinstance(self[key], Mapping)]
        lines = [self["deal"]] if "deal" in self else []
        lines += [", ".join(f"{key} {short[key]}" for key in flat)] if flat else []
        lines += [f"{key}: {value}" for key, value in short.items() if key not in flat]
        return "\n".join([*lines, *map(grid_text, tables)])

    def _repr_html_(self) -> str:
        short, tables = _parts(self)
        picture = ""
        if isinstance(self.get("deal"), str):
            try:
                picture = deal_svg(self["deal"])
            except ValueError:
                short = {"deal": self["deal"], **short}
        line = grid_html(("", list(short), [list(short.values())])) if short else ""
        return f"<div>{picture}{line}{''.join(map(grid_html, tables))}</div>"


class Answers(list[Answer]):
    """List of answers that is shown as one table when it is printed, and in a notebook."""

    def _shown(self) -> Grid:
        rows = []
        for answer in self:
            row: dict[str, Any] = {}
            for key, value in answer.items():
                if key == "results":
                    for one in value:
                        name = f"{one.get('declarer') or ''} {card_text(one['contract'])}".strip()
                        row[name] = _with_made_sign(one).get("tricks", one.get("made"))
                elif not isinstance(value, list) or all(isinstance(part, str) for part in value):
                    row[key] = value
            rows.append(row)
        return _table(f"{len(self)} answers", rows, MAX_ROWS)

    def __str__(self) -> str:
        return grid_text(self._shown())

    def _repr_html_(self) -> str:
        return grid_html(self._shown())
