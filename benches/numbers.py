"""Computes the rows of docs/numbers.md, and writes its tables.

`python benches/numbers.py [PREF]` asks the program for each row that fixtures/numbers.jsonl lacks, appends the answer
there at once, so that it can be interrupted, and then writes the tables of the page.
"""

import json
import subprocess
import sys
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


def read() -> dict[str, tuple[int, int]]:
    lines = ROWS.read_text().splitlines() if ROWS.exists() else []
    rows = [json.loads(line) for line in lines]
    return {json.dumps(row["question"]): (row["made"], row["of"]) for row in rows}


def compute(program: str, asked: dict[str, Any]) -> tuple[int, int]:
    run = subprocess.run([program, "ask", json.dumps(asked)], capture_output=True, text=True, check=True)
    talon = json.loads(run.stdout)["results"][0]["talon"]
    return talon["made"], talon["of"]


def percent(made: int, of: int) -> str:
    return f"{100 * made / of:.1f} %"


def write(rows: dict[str, tuple[int, int]]) -> None:
    holes = ["| hole | the twelve cards | caught, own lead | said | caught, forehand leads | said |", "|---|---|---|---|---|---|"]
    for hole, own, others in HOLES:
        counts = [rows[json.dumps(misere(hole, leader))] for leader in ("M", "F")]
        caught = [percent(of - made, of) for made, of in counts]
        cards = misere(hole, "M")["deal"][2:-4]
        holes.append(f"| {hole} | {cards} | {caught[0]} | {own} | {caught[1]} | {others} |")
    tricks = ["| holding | the twelve cards | contract | own lead | forehand leads | Lesnoy |", "|---|---|---|---|---|---|"]
    for holding, sure, said in TRICKS:
        asked = extra_trick(holding, sure, "M")
        made = [percent(*rows[json.dumps(extra_trick(holding, sure, leader))]) for leader in ("M", "F")]
        tricks.append(
            f"| {holding} | {asked['deal'][2:-4]} | {asked['contract']} | {made[0]} | {made[1]} | {said} |"
        )
    page = PAGE.read_text()
    for name, lines in (("holes", holes), ("tricks", tricks)):
        begin, end = f"<!-- {name} -->\n\n", f"\n<!-- end of {name} -->"
        before, rest = page.split(begin)
        page = before + begin + "\n".join(lines) + "\n" + end + rest.split(end)[1]
    PAGE.write_text(page)


def main() -> None:
    program = sys.argv[1] if len(sys.argv) > 1 else "pref"
    questions = [extra_trick(holding, sure, leader) for holding, sure, _ in TRICKS for leader in ("M", "F")]
    questions += [misere(hole, leader) for hole, _, _ in HOLES for leader in ("M", "F")]
    rows = read()
    for asked in questions:
        if json.dumps(asked) not in rows:
            made, of = compute(program, asked)
            rows[json.dumps(asked)] = (made, of)
            with ROWS.open("a") as file:
                file.write(json.dumps({"question": asked, "made": made, "of": of}) + "\n")
    if PAGE.exists():
        write(rows)


if __name__ == "__main__":
    main()
