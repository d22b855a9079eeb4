"""Deals and answers as pictures and tables, in text and in HTML with inline SVG and without scripts."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from html import escape
from itertools import islice
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from preference._hand import Hand
    from preference._session import Session

__all__ = ["Answer", "Answers"]

_SIGNS = {"S": ("♠", "#111"), "H": ("♥", "#c00"), "D": ("♦", "#c00"), "C": ("♣", "#111"), "N": ("NT", "#111")}
_SEATS = {"F": "Forehand", "M": "Middlehand", "R": "Rearhand", "D": "Dealer"}

# Places of the hands in the picture: forehand at the bottom, the others clockwise, the talon in the middle.
_PLACES = {"F": (150, 150), "M": (10, 10), "R": (290, 10), "talon": (150, 50)}

# Maximum number of rows of a long table that are shown.
ROWS = 10


def hands(deal: str) -> dict[str, str]:
    """Returns the hands of F, M and R and the talon; the deal is a whole one in its normal notation."""
    return dict(zip(("F", "M", "R", "talon"), deal.partition(":")[2].split(), strict=True))


def deal_svg(deal: str) -> str:
    """Returns a picture of a deal as SVG; the deal is a whole one in its normal notation."""
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


# Table as it is shown: its title, the names of its columns, its rows.
_Shown = tuple[str, list[str], list[list[str]]]

_SEAT_KEYS = {"declarer", "seat", "leader", "to_move", "to_call"}
_MISERES = {"misere", "open-misere", "allpass"}
# Keys that compare a value with others. They are not shown, since the rows are in the order of the values.
_COMPARED = {"best", "cost", "group", "margin", "rank"}


def _card(text: str) -> str:
    """Returns a card or the name of a contract with a suit sign; any other text is returned unchanged."""
    sign = _SIGNS.get(text[:1])
    return sign[0] + text[1:] if sign and len(text) <= 2 else text


def _cell(value: Any, key: str = "") -> str:
    if value is None:
        return ""
    if isinstance(value, bool):
        return "✓" if value else "–"
    if isinstance(value, float):
        return f"{value:g}"
    if isinstance(value, str):
        return _SEATS.get(value, value) if key in _SEAT_KEYS else _card(value)
    if isinstance(value, list):
        between = " " if all(isinstance(one, str) for one in value) else "; "
        return between.join(_cell(one, key) for one in value)
    if isinstance(value, Mapping):
        if "mean" in value:
            mean, error = value["mean"], value["error"]
            return f"{mean:.0%} ± {error:.0%}" if key == "chance" else f"{mean:.2f} ± {error:.2f}"
        parts = _joined(value).items()
        if list(value)[:2] == ["tricks", "made"]:
            return " ".join(_cell(one, name) for name, one in parts)
        return ", ".join(f"{name} {_cell(one, name)}" for name, one in parts)
    return str(value)


def _joined(one: Mapping[str, Any]) -> dict[str, Any]:
    """Returns an object in which the sign for made or not made follows the number of tricks."""
    if isinstance(one.get("tricks"), int) and "made" in one:
        sign = _cell(one["made"])
        return {
            key: f"{value} {sign}" if key == "tricks" else value
            for key, value in one.items()
            if key != "made"
        }
    return dict(one)


def _value(answer: Mapping[str, Any], entry: Mapping[str, Any]) -> tuple[float, ...]:
    """Returns numbers that compare discards or cards: higher ones are better for the seat that chooses."""
    if "gain" in entry and not isinstance(entry["gain"], Mapping):
        return (entry["gain"] or 0,)
    if "results" in entry:
        parts = [_value(answer, result) for result in entry["results"]]
        return tuple(map(sum, zip(*parts, strict=True)))
    seat = answer.get("to_move")
    if seat and "gains" in entry:
        return (entry["gains"][seat],)
    tricks, made = entry.get("tricks") or 0, entry.get("chance", entry.get("made", 0))
    if isinstance(tricks, Mapping) and "mean" not in tricks:
        tricks = tricks[seat or answer["declarer"]]
    side = 1 if seat in (None, answer.get("declarer")) else -1
    few = -1 if entry.get("contract", answer.get("contract")) in _MISERES else 1
    if answer.get("declarer") is None:
        side = 1
    numbers = [one["mean"] if isinstance(one, Mapping) else one for one in (made, tricks)]
    return (side * numbers[0], side * few * numbers[1])


def _plain(entry: Mapping[str, Any]) -> dict[str, Any]:
    """Returns a discard or a card without the keys that compare it with others."""
    plain = {key: value for key, value in entry.items() if key not in _COMPARED}
    if "results" in plain:
        plain["results"] = [_plain(result) for result in plain["results"]]
    return plain


def _ranked(answer: Mapping[str, Any], key: str, entries: list[Mapping[str, Any]]) -> _Shown:
    """Returns a table of discards or cards, the best first; equally good ones share a row."""
    name = next(iter(entries[0]))
    groups: dict[str, list[Mapping[str, Any]]] = {}
    for entry in map(_plain, sorted(entries, key=lambda entry: _value(answer, entry), reverse=True)):
        groups.setdefault(repr([value for part, value in entry.items() if part != name]), []).append(entry)
    objects = []
    for group in groups.values():
        names = [_cell(entry[name]) for entry in group]
        rest = {part: value for part, value in group[0].items() if part != name}
        for result in rest.pop("results", []):
            rest[_card(result["contract"])] = {
                part: one for part, one in result.items() if part != "contract"
            }
        more = f" = … {len(names)} in all" if len(names) > 3 else ""
        objects.append({name: " = ".join(names[:3]) + more, **rest})
    return _table(key, objects, ROWS)


def _table(title: str, objects: Sequence[Mapping[str, Any]], limit: int = 32) -> _Shown:
    """Returns a table of the first objects: each is a row, and each key a column."""
    joined = [_joined(one) for one in objects[:limit]]
    head = list(dict.fromkeys(key for one in joined for key in one))
    more = f": {limit} of {len(objects)}" if len(objects) > limit else ""
    return title + more, head, [[_cell(one.get(key), key) for key in head] for one in joined]


def _results(answer: Mapping[str, Any], results: list[Mapping[str, Any]]) -> _Shown:
    """Returns a table of results with a row for each declarer and a column for each contract."""
    contracts = list(dict.fromkeys(result["contract"] for result in results))
    cells: dict[str, dict[str, str]] = {}
    for result in results:
        tricks, contract = result.get("tricks"), result["contract"]
        if isinstance(tricks, Mapping):
            for seat, number in tricks.items():
                cells.setdefault(seat, {})[contract] = str(number)
        else:
            shown = _joined(result)
            cells.setdefault(result["declarer"], {})[contract] = _cell(shown.get("tricks", shown.get("made")))
    rows = [[_SEATS[seat], *(row.get(contract, "") for contract in contracts)] for seat, row in cells.items()]
    return "", ["", *map(_card, contracts)], rows


def _tricks(answer: Mapping[str, Any], line: list[str]) -> _Shown:
    """Returns a table of a line of play with a row for each trick.

    The cards that complete a trick in progress are the first row.
    """
    owners = {}
    for seat, hand in zip("FMR", answer["deal"].partition(":")[2].split(), strict=False):
        for suit, ranks in zip("SHDC", hand.split("."), strict=False):
            owners.update({suit + rank: _SEATS[seat] for rank in ranks})
    begun = len(line) % 3
    starts = [*([0] if begun else []), *range(begun, len(line), 3)]
    tricks = [line[start : begun if start < begun else start + 3] for start in starts]
    return "line", ["leads", "cards"], [[owners.get(trick[0], ""), _cell(trick)] for trick in tricks]


def _parts(answer: Mapping[str, Any]) -> tuple[dict[str, str], list[_Shown]]:
    """Returns the short values of an answer, and a table for each of its lists."""
    short, tables = {}, []
    for key, value in _joined(answer).items():
        if not isinstance(value, list) or not value or not all(isinstance(one, Mapping) for one in value):
            if key == "line" and value:
                tables.append(_tricks(answer, value))
            elif key != "deal" and value not in (None, []):
                short[key] = _cell(value, key)
        elif key == "results" and "declarer" in value[0]:
            tables.append(_results(answer, value))
        elif key == "discards" or (key == "cards" and "card" in value[0]):
            tables.append(_ranked(answer, key, value))
        elif key == "best":
            brief = [{**one, "discards": one["discards"][:3]} if "discards" in one else one for one in value]
            tables.append(_table(key, brief))
        else:
            tables.append(_table(key, value))
    return short, tables


def _text(shown: _Shown) -> str:
    title, head, rows = shown
    widths = [max(map(len, column)) for column in zip(head, *rows, strict=True)]
    lines = ["  ".join(map(str.ljust, row, widths)).rstrip() for row in [head, *rows]]
    return "\n".join([*([title] if title else []), *(f" {line}" for line in lines)])


def _html(shown: _Shown) -> str:
    title, head, rows = shown
    style = 'style="text-align:left;padding:2px 8px"'

    def cells(tag: str, row: Iterable[str]) -> str:
        return "<tr>" + "".join(f"<{tag} {style}>{_coloured(text)}</{tag}>" for text in row) + "</tr>"

    top = f"<p><b>{escape(title)}</b></p>" if title else ""
    body = "".join(cells("td", row) for row in rows)
    return f"{top}<table><thead>{cells('th', head)}</thead><tbody>{body}</tbody></table>"


def _coloured(text: str) -> str:
    text = escape(text)
    for sign, colour in list(_SIGNS.values())[:4]:
        text = text.replace(sign, f'<span style="color:{colour}">{sign}</span>')
    return text


def table_html(columns: list[str], rows: Iterable[Mapping[str, Any]], count: int) -> str:
    """Returns the first rows of a table as HTML, with the number of all its rows."""
    cells = [[_cell(value) for value in row.values()] for row in islice(rows, ROWS)]
    return _html(("", columns, cells)) + f"<p>{count} rows</p>"


def _is_card(action: str) -> bool:
    """Whether an action plays a card: no call has the form of a suit and a rank."""
    return len(action) == 2 and action[0] in "SHDC" and action[1] in "AKQJT987"


def _hand_title(hand: Hand) -> str:
    """Returns the rules, the phase, the contract and the seat to act of a hand that is played."""
    parts = [hand.rules.name, hand.phase]
    if hand.declarer:
        contract = f": {_card(hand.contract)}" if hand.contract else ""
        parts.append(f"{_SEATS[hand.declarer]} declares{contract}")
    if hand.to_act and hand.player:
        by = "" if hand.player == hand.to_act else f", {_SEATS[hand.player]} decides"
        parts.append(f"{_SEATS[hand.to_act]} to act{by}")
    if hand.result:
        parts.append(", ".join(f"{name} {value:g}" for name, value in hand.result.items()))
    return " · ".join(parts)


def _hand_cells(hand: Hand) -> dict[str, dict[str, list[str]]]:
    """Returns the rows of the table for a hand that is played, each with the texts of every seat."""
    rows: dict[str, dict[str, list[str]]] = {
        name: {seat: [] for seat in "FMR"} for name in ("cards", "said", "played", "tricks")
    }
    for seat, cards in hand.held.items():
        rows["cards"][seat] = list(cards)
        rows["tricks"][seat] = [str(hand.tricks[seat])]
    for step in hand.steps:
        rows["played" if _is_card(step.action) else "said"][step.seat].append(step.action)
    return rows


def hand_text(hand: Hand) -> str:
    """Returns a hand that is played as a table with a column for each seat, and its legal actions."""
    rows = [
        [name, *(_joined_actions(texts) for texts in seats.values())]
        for name, seats in _hand_cells(hand).items()
    ]
    legal = hand.legal_actions()
    shown = f"\nlegal: {_joined_actions(legal)}" if legal else ""
    return _text((_hand_title(hand), ["", *map(_SEATS.__getitem__, "FMR")], rows)) + shown


def _joined_actions(actions: Sequence[str]) -> str:
    between = " " if all(map(_is_card, actions)) else ", "
    return between.join(map(_card, actions))


def hand_html(hand: Hand) -> str:
    """Returns a hand that is played as a table with a column for each seat. Legal actions are marked."""
    legal = hand.legal_actions()
    # A discard is marked at its two cards.
    cards = {card for action in legal for card in action.removeprefix("discard ").split() if _is_card(card)}
    style = 'style="text-align:left;vertical-align:top;padding:2px 8px"'

    def cell(name: str, seat: str, texts: list[str]) -> str:
        marked = name == "cards" and seat == hand.to_act
        shown = [f"<mark>{_action(one)}</mark>" if marked and one in cards else _action(one) for one in texts]
        if name == "said" and seat == hand.to_act:
            others = [one for one in legal if not _is_card(one) and not one.startswith("discard ")]
            shown += [f"<mark>{_action(one)}</mark>" for one in others]
        between = " " if name in ("cards", "played") else ", "
        return f"<td {style}>{between.join(shown)}</td>"

    head = "".join(f"<th {style}>{escape(name)}</th>" for name in ["", *map(_SEATS.__getitem__, "FMR")])
    body = "".join(
        f"<tr><th {style}>{name}</th>" + "".join(cell(name, *one) for one in seats.items()) + "</tr>"
        for name, seats in _hand_cells(hand).items()
    )
    title = f"<p><b>{_coloured(_hand_title(hand))}</b></p>"
    return f"<div>{title}<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div>"


def session_html(session: Session) -> str:
    """Returns the standings of a session as a table, and its present hand."""
    seats = {player: seat for seat, player in session.seats.items()}
    rows = [
        [str(one.place), one.player, _SEATS[seats.get(one.player, "D")], f"{one.gain:g}"]
        for one in session.standings()
    ]
    title = f"hand {session.number}" + (", the last one" if session.is_over else "")
    return f"<div>{_html((title, ['place', 'player', 'seat', 'gain'], rows))}{hand_html(session.hand)}</div>"


def _action(action: str) -> str:
    """Returns an action as HTML, its cards with coloured suit signs."""
    return _coloured(" ".join(map(_card, action.split())))


class Answer(dict[str, Any]):
    """Answer that is shown as tables when it is printed, and in a notebook."""

    def __str__(self) -> str:
        short, tables = _parts(self)
        flat = [key for key in short if not isinstance(self[key], Mapping)]
        lines = [self["deal"]] if "deal" in self else []
        lines += [", ".join(f"{key} {short[key]}" for key in flat)] if flat else []
        lines += [f"{key}: {value}" for key, value in short.items() if key not in flat]
        return "\n".join([*lines, *map(_text, tables)])

    def _repr_html_(self) -> str:
        short, tables = _parts(self)
        picture = ""
        if isinstance(self.get("deal"), str):
            try:
                picture = deal_svg(self["deal"])
            except ValueError:
                short = {"deal": self["deal"], **short}
        line = _html(("", list(short), [list(short.values())])) if short else ""
        return f"<div>{picture}{line}{''.join(map(_html, tables))}</div>"


class Answers(list[Answer]):
    """List of answers that is shown as one table when it is printed, and in a notebook."""

    def _shown(self) -> _Shown:
        rows = []
        for answer in self:
            row: dict[str, Any] = {}
            for key, value in answer.items():
                if key == "results":
                    for one in value:
                        name = f"{one.get('declarer') or ''} {_card(one['contract'])}".strip()
                        row[name] = _joined(one).get("tricks", one.get("made"))
                elif not isinstance(value, list) or all(isinstance(part, str) for part in value):
                    row[key] = value
            rows.append(row)
        return _table(f"{len(self)} answers", rows, ROWS)

    def __str__(self) -> str:
        return _text(self._shown())

    def _repr_html_(self) -> str:
        return _html(self._shown())
