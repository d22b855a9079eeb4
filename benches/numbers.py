"""Computes the rows of docs/numbers.md, and writes its tables.

`python benches/numbers.py [PREF [THUMBS]]` asks the program for each row that fixtures/numbers.jsonl lacks, and the program
`thumbs` of benches for the hands on which a rule of thumb speaks. It appends each answer there at once, so that it can be
interrupted, and then writes the tables of the page.
"""

import json
import math
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
ROWS = ROOT / "fixtures" / "numbers.jsonl"
PAGE = ROOT / "docs" / "numbers.md"

# The other suits beside a hole of one to four cards, all of them the lowest cards.
CLEAN = {1: "987.987.AK987", 2: "987.987.AK87", 3: "987.87.AK87", 4: "87.87.AK87"}

# Holdings of a misère, with the chance of being caught that a page gives (fixtures/statements.toml, litfond), by lead.
HOLES: list[tuple[str, str, str]] = [
    ("8", "5 %", "30 %"),
    ("9", "15 %", "80 to 90 %"),
    ("97", "5 %", ""),
    ("T7", "50 %", "50 %"),
    ("J7", "80 %", "80 %"),
    ("Q7", "95 %", "95 %"),
    ("98", "80 %", "80 %"),
    ("Q87", "20 %", "20 %"),
    ("Q97", "20 %", "20 %"),
    ("K87", "70 %", "70 %"),
    ("K97", "70 %", "70 %"),
    ("A87", "nearly always", "nearly always"),
    ("A97", "nearly always", "nearly always"),
    ("AT87", "10 %", "10 %"),
    ("AT97", "10 %", "10 %"),
]

# Holdings of a side suit, with their sure tricks, and the chance of one trick more by Lesnoy's table 2.
TRICKS: list[tuple[str, int, str]] = [
    ("AQT", 1, "0.60"),
    ("AQ7", 1, "0.33"),
    ("KJ9", 0, "0.79"),
    ("KJ7", 0, "0.60"),
    ("AJT9", 2, "0.67"),
    ("A987", 2, "0.42"),
    ("KQT9", 2, "0.67"),
    ("KQ87", 2, "0.54"),
    ("QJ9", 0, "0.51"),
    ("QJ7", 0, "0.18"),
]

# Hands whose discard hides something, with the seat that leads: those of two experiments, and holdings alike.
SURPRISES: list[tuple[str, str]] = [
    ("KJ987.K.AQ.J987", "F"),
    ("KQ7.K87.987.987", "F"),
    ("987.Q7.T987.AT9", "F"),
    ("97.987.K98.T987", "F"),
    ("K87.K87.K8.T987", "F"),
    ("J7.T7.K87.JT987", "F"),
    ("9.Q7.K87.AKT987", "F"),
    ("Q987.J9.K87.T87", "F"),
]

# Rules of thumb of the program `thumbs`, with the sources in fixtures/statements.toml, the number of deals in a row, and
# the number of rows.
THUMBS: list[tuple[str, str, str, int, int]] = [
    ("holes", "litfond", "bid a misère with one or two holes whose chances add up to 0.8 at most", 1000, 25),
    ("seven", "gambiter", "bid a misère with one hole that seven other cards close", 1000, 12),
    (
        "thirteen",
        "",
        "with one hole bid a misère only if thirteen other cards close it, so that the talon has one in more than 82 %",
        1000,
        12,
    ),
    (
        "seventy",
        "dorogaved",
        "order the higher game from a chance of 0.7 on, if the lower one is sure",
        10,
        20,
    ),
    (
        "lesnoy",
        "lesnoy",
        "order the higher game from the chances of table 3 on, if the lower one is sure",
        10,
        20,
    ),
]

# Rules of the question `thumb`, and the numbers of its deals in a row and of rows.
DEFENCE: list[tuple[str, str]] = [
    ("partner", "never take over the partner's trick"),
    ("last", "lead the highest card of a suit if the declarer plays last"),
    ("second", "lead an ace, a king or the lowest card if the declarer plays second"),
    ("all", "all three"),
]
DEFENCE_DEALS, DEFENCE_ROWS = 10, 10

# Deals in a row about a defender who plays second after the declarer's lead, and rows.
SECOND_DEALS, SECOND_ROWS = 100, 10


def question(table: str, deal: str, contract: str, leader: str, discard: list[str]) -> dict[str, Any]:
    fields = {"rules": "russian", "contract": contract, "leader": leader, "discard": discard}
    return {
        "ask": "evaluate",
        "x_table": table,
        "deal": deal,
        **fields,
        "goal": "made",
        "layouts": "all",
    }


def misere(hole: str, leader: str) -> dict[str, Any]:
    return question("holes", f"M:{hole}.{CLEAN[len(hole)]} ? ?", "misere", leader, ["CA", "CK"])


def extra_trick(holding: str, sure: int, leader: str) -> dict[str, Any]:
    rest = {3: "87", 4: "8"}[len(holding)]
    deal = f"M:AKQJT.{holding}.{rest}.87 ? ?"
    return question("tricks", deal, f"{6 + sure}S", leader, ["C8", "C7"])


def surprise(cards: str, leader: str) -> dict[str, Any]:
    fields = {"rules": "russian", "contract": "misere", "leader": leader, "goal": "made", "layouts": 2}
    return {"ask": "evaluate", "x_table": "surprises", "deal": f"M:{cards} ? ?", **fields, "hidden": True}


def thumb(rule: str, start: int, end: int) -> dict[str, Any]:
    return {"x_table": "thumbs", "rule": rule, "from": start, "to": end}


def defence(seed: int) -> dict[str, Any]:
    return {"ask": "thumb", "x_table": "defence", "rules": "russian", "random": DEFENCE_DEALS, "seed": seed}


def second(n: int) -> dict[str, Any]:
    return {"x_table": "second", "from": SECOND_DEALS * n, "to": SECOND_DEALS * (n + 1)}


def questions() -> Iterator[dict[str, Any]]:
    """All rows in the order in which they are computed."""
    yield from (extra_trick(holding, sure, leader) for holding, sure, _ in TRICKS for leader in ("M", "F"))
    yield from (misere(hole, leader) for hole, _, _ in HOLES for leader in ("M", "F"))
    yield from (surprise(cards, leader) for cards, leader in SURPRISES)
    for rule, _, _, deals, count in THUMBS:
        yield from (thumb(rule, deals * n, deals * (n + 1)) for n in range(count))
    yield from (defence(seed) for seed in range(1, DEFENCE_ROWS + 1))
    yield from (second(n) for n in range(SECOND_ROWS))


Row = dict[str, Any]


def read() -> dict[str, Row]:
    lines = ROWS.read_text().splitlines() if ROWS.exists() else []
    rows = [json.loads(line) for line in lines]
    return {json.dumps(row.pop("question")): row for row in rows}


def run(command: list[str]) -> Any:
    return json.loads(subprocess.run(command, capture_output=True, text=True, check=True).stdout)


def compute(program: str, thumbs: list[str], asked: dict[str, Any]) -> Row:
    if asked["x_table"] == "thumbs":
        return {"hands": run([*thumbs, asked["rule"], str(asked["from"]), str(asked["to"])])}
    if asked["x_table"] == "second":
        return {"counts": run([*thumbs, "low", str(asked["from"]), str(asked["to"])])}
    answer = run([program, "ask", json.dumps(asked)])
    if asked["x_table"] == "defence":
        kept = ("rule_of_thumb", "games", "tricks_lost", "gains_lost")
        return {"answers": [{key: rule[key] for key in kept} for rule in answer["answers"]]}
    talon = answer["results"][0]["talon"]
    if asked["x_table"] == "surprises":
        hidden = talon["hidden"]
        return {key: hidden[key] for key in ("chance", "gain", "mix", "single")}
    return {"made": talon["made"], "of": talon["of"]}


def percent(made: int, of: int) -> str:
    return f"{100 * made / of:.1f} %"


def suits(cards: list[str]) -> str:
    symbols = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}
    return " ".join(symbols[card[0]] + card[1] for card in cards)


def mean(values: list[float]) -> str:
    """The mean with half its 95 % interval."""
    centre = sum(values) / len(values)
    variance = sum((value - centre) ** 2 for value in values) / (len(values) - 1)
    return f"{centre:+.1f} ± {1.96 * math.sqrt(variance / len(values)):.1f}".replace("-", "−")


Rows = dict[str, Row]


def holes_table(rows: Rows) -> list[str]:
    lines = [
        "| hole | the twelve cards | caught, own lead | said | caught, forehand leads | said |",
        "|---|---|---|---|---|---|",
    ]
    for hole, own, others in HOLES:
        counts = [rows[json.dumps(misere(hole, leader))] for leader in ("M", "F")]
        caught = [percent(row["of"] - row["made"], row["of"]) for row in counts]
        cards = misere(hole, "M")["deal"][2:-4]
        lines.append(f"| {hole} | {cards} | {caught[0]} | {own} | {caught[1]} | {others} |")
    return lines


def tricks_table(rows: Rows) -> list[str]:
    lines = [
        "| holding | the twelve cards | contract | own lead | forehand leads | Lesnoy |",
        "|---|---|---|---|---|---|",
    ]
    for holding, sure, said in TRICKS:
        asked = extra_trick(holding, sure, "M")
        counts = [rows[json.dumps(extra_trick(holding, sure, leader))] for leader in ("M", "F")]
        made = [percent(row["made"], row["of"]) for row in counts]
        cards = asked["deal"][2:-4]
        lines.append(f"| {holding} | {cards} | {asked['contract']} | {made[0]} | {made[1]} | {said} |")
    return lines


def surprises_table(rows: Rows) -> list[str]:
    lines = ["| the twelve cards | best single discard, known | hidden | lay aside |", "|---|---|---|---|"]
    for cards, leader in SURPRISES:
        row = rows[json.dumps(surprise(cards, leader))]
        mix = ", ".join(f"{suits(part['discard'])} {100 * part['weight']:.0f} %" for part in row["mix"])
        single = f"{suits(row['single']['discard'])}: {100 * row['single']['chance']:.0f} %"
        chance = row["chance"]
        hidden = f"{100 * chance['mean']:.0f} % ({100 * chance['low']:.0f} to {100 * chance['high']:.0f})"
        lines.append(f"| {cards} | {single} | {hidden} | {mix} |")
    return lines


def thumbs_table(rows: Rows) -> list[str]:
    lines = [
        "| the rule | source | deals | hands | other choice | whists a hand | where it differs |",
        "|---|---|---|---|---|---|---|",
    ]
    for rule, source, words, deals, count in THUMBS:
        parts = [rows[json.dumps(thumb(rule, deals * n, deals * (n + 1)))]["hands"] for n in range(count)]
        gains = [with_rule - without for part in parts for _, _, _, with_rule, without in part]
        other = [w - o for part in parts for _, _, differs, w, o in part if differs]
        lines.append(
            f"| {words} | {f'`{source}`' if source else ''} | {deals * count:,} | {len(gains)} | {len(other)} | {mean(gains)} | {mean(other)} |"
        )
    return lines


def defence_table(rows: Rows) -> list[str]:
    lines = ["| the defenders' rule | games | tricks lost a game | whists lost a game |", "|---|---|---|---|"]
    answers = [rows[json.dumps(defence(seed))]["answers"] for seed in range(1, DEFENCE_ROWS + 1)]
    for rule, words in DEFENCE:
        own = [answer for row in answers for answer in row if answer["rule_of_thumb"] == rule]
        games = sum(answer["games"] for answer in own)
        tricks, gains = (sum(answer[key] for answer in own) / games for key in ("tricks_lost", "gains_lost"))
        lines.append(f"| {words} | {games} | {tricks:.3f} | {gains:.2f} |")
    return lines


def second_table(rows: Rows) -> list[str]:
    lines = ["| the defender's card | choices | loses tricks in | tricks lost a choice |", "|---|---|---|---|"]
    counts = [rows[json.dumps(second(n))]["counts"] for n in range(SECOND_ROWS)]
    choices, low, low_tricks, high, high_tricks = (sum(column) for column in zip(*counts, strict=True))
    for words, lost, tricks in [("the lowest", low, low_tricks), ("the highest", high, high_tricks)]:
        lines.append(f"| {words} | {choices:,} | {percent(lost, choices)} | {tricks / choices:.3f} |")
    return lines


TABLES = {
    "holes": holes_table,
    "tricks": tricks_table,
    "surprises": surprises_table,
    "thumbs": thumbs_table,
    "defence": defence_table,
    "second": second_table,
}


def write(rows: Rows) -> None:
    page = PAGE.read_text()
    for name, table in TABLES.items():
        begin, end = f"<!-- {name} -->\n\n", f"\n<!-- end of {name} -->"
        before, rest = page.split(begin)
        page = before + begin + "\n".join(table(rows)) + "\n" + end + rest.split(end)[1]
    PAGE.write_text(page)


def main() -> None:
    program = sys.argv[1] if len(sys.argv) > 1 else "pref"
    build = ["cargo", "run", "--release", "--quiet", "-p", "preference-benches", "--bin", "thumbs", "--"]
    thumbs = [sys.argv[2]] if len(sys.argv) > 2 else build
    rows = read()
    for asked in questions():
        if json.dumps(asked) not in rows:
            row = compute(program, thumbs, asked)
            rows[json.dumps(asked)] = row
            with ROWS.open("a") as file:
                file.write(json.dumps({"question": asked, **row}) + "\n")
    if PAGE.exists():
        write(rows)


if __name__ == "__main__":
    main()
