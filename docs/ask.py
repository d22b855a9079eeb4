#!/usr/bin/env python3
"""Asks `pref ask` mixed questions, some of them wrong, and holds the answers against the commands'.

    python3 docs/ask.py [--pref target/release/pref] [--questions 10000] [--seed 1]

It is also an example of how a program keeps an engine running: see `Engine`.
"""

import argparse
import collections
import concurrent.futures
import json
import random
import subprocess
import threading

SUITS, RANKS, SEATS = "SHDC", "AKQJT987", "FMR"

# Questions that many deals are asked alike, as the fields of their objects.
ALIKE = [
    {"ask": "solve"},
    {"ask": "solve", "contract": "S,7H,misere", "goal": "made"},
    {"ask": "solve", "declarer": "M", "contract": ["H", "N"], "rules": "russian"},
    {"ask": "solve", "contract": "allpass", "rules": "rostov"},
    {"ask": "solve", "declarer": "R", "contract": "C", "leader": "left", "out": "F"},
    {"ask": "talon", "declarer": "F", "contract": "S,N", "goal": "made"},
    {"ask": "talon", "declarer": "M", "contract": "misere", "rules": "american", "goal": "made"},
    {"ask": "cards", "declarer": "F", "contract": "D"},
    {"ask": "cards", "declarer": "M", "contract": "8N", "rules": "russian"},
    {"ask": "cards", "declarer": "F", "contract": "misere", "leader": "R"},
    {"ask": "line", "declarer": "R", "contract": "H"},
    {"ask": "line", "contract": "allpass", "rules": "leningrad"},
    {"ask": "defend", "declarer": "F", "contract": "S"},
    {"ask": "defend", "declarer": "F", "contract": "7C", "rules": "sochi", "settle": True, "model": "tricks"},
    {"ask": "par", "model": "tricks"},
]

def instead(**fields):
    """Asks something else of the same deal."""

    def change(question):
        number, deal = question["id"], question["deal"]
        question.clear()
        question.update(id=number, **fields, **({} if fields["ask"] == "auction" else {"deal": deal}))

    return change


# What is changed in a question, and the code of the error that answers it.
WRONG = [
    (lambda question: question.update(colour="red"), "unknown-field"),
    (lambda question: question.update(ask="slove"), "unknown-ask"),
    (lambda question: question.pop("ask"), "missing"),
    (lambda question: question.pop("deal"), "missing"),
    (lambda question: question.update(deal=question["deal"][:-1]), "bad-deal"),
    (lambda question: question.update(deal=7), "bad-value"),
    (lambda question: question.update(rules="austrain"), "bad-rules"),
    (lambda question: question.update(rules={"play": {"trump": 3}}), "bad-rules"),
    (instead(ask="solve", goal="most"), "bad-value"),
    (instead(ask="line", contract="S"), "missing"),
    (instead(ask="solve", declarer="X"), "bad-value"),
    (instead(ask="solve", taken={"F": 11}), "bad-value"),
    (instead(ask="solve", contract="S", pot=3), "unknown-field"),
    (instead(ask="cards", contract="S", declarer="F", pot=3), "not-here"),
    (instead(ask="cards", contract="S", declarer="F", played=["SA", "SA"]), "illegal-card"),
    (instead(ask="auction", calls=["pass", "9"]), "illegal-call"),
    (instead(ask="defend", contract="misere", declarer="F", settle=True), "no-price"),
]


def random_deal(chance):
    cards = [(suit, rank) for suit in range(4) for rank in range(8)]
    chance.shuffle(cards)
    parts = [cards[:10], cards[10:20], cards[20:30], cards[30:]]
    text = lambda part: ".".join(
        "".join(RANKS[rank] for rank in range(8) if (suit, rank) in part) for suit in range(4)
    )
    return "F:" + " ".join(map(text, parts)), parts


def question(chance):
    """A question that a command answers too: its fields, and whether many are asked alike."""
    deal, parts = random_deal(chance)
    if chance.random() < 0.97:
        return {**chance.choice(ALIKE), "deal": deal}, True
    lead = chance.choice(parts[0])
    played = SUITS[lead[0]] + RANKS[lead[1]]
    return {"ask": "cards", "deal": deal, "declarer": "F", "contract": "S", "played": [played]}, False


def flags(fields):
    """The command that asks the same, without the deal."""
    command = [fields["ask"]]
    for name, value in fields.items():
        if name in ("ask", "deal", "id"):
            continue
        command.append("--" + name.replace("_", "-"))
        if value is not True:
            command.append(",".join(value) if isinstance(value, list) else str(value))
    return command


class Engine:
    """A running `pref ask`: a question in, the promise of an answer out.

    This thread writes and another one reads, so that neither waits for the other: answers come as
    they are ready, and are known by their `id`, or by the number of a line if there is no `id`.
    """

    def __init__(self, pref, *flags):
        self.process = subprocess.Popen(
            [pref, "ask", "--unordered", *flags], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        self.waiting, self.lines = {}, 0
        self.reader = threading.Thread(target=self.read)
        self.reader.start()

    def ask(self, line, number):
        """The promise of the answer to a line that has this number for an id, or none."""
        self.lines += 1
        promise = concurrent.futures.Future()
        self.waiting["id", number] = self.waiting["line", self.lines] = promise
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()
        return promise

    def read(self):
        for line in self.process.stdout:
            answer = json.loads(line)
            known = ("id", answer["id"]) if "id" in answer else ("line", answer["error"]["line"])
            promise = self.waiting[known]
            assert not promise.done(), f"one answer to each question: {line}"
            promise.set_result(answer)
        for promise in self.waiting.values():
            promise.done() or promise.set_exception(EOFError("the engine has ended"))

    def close(self):
        self.process.stdin.close()
        self.reader.join()
        assert self.process.wait() == 0, "the engine ends well"


def commands_answers(pref, command, deals):
    run = subprocess.run(
        [pref, *command, "--format", "json", "--no-tables"],
        input="".join(deal + "\n" for deal in deals), capture_output=True, text=True,
    )
    assert run.returncode == 0, f"{command}: {run.stderr}"
    return [json.loads(line) for line in run.stdout.splitlines()]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pref", default="target/release/pref")
    parser.add_argument("--questions", type=int, default=10000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    chance = random.Random(options.seed)
    engine = Engine(options.pref, "--no-tables", "--threads", "3")
    right, wrong = [], []
    for number in range(options.questions):
        fields, alike = question(chance)
        fields = {"id": number, **fields}
        if chance.random() < 0.2:
            change, code = chance.choice(WRONG)
            change(fields)
            line = json.dumps(fields)
            if chance.random() < 0.1:
                line, code = line[:-1], "bad-json"
            wrong.append((line, code, engine.ask(line, number)))
        else:
            right.append((fields, alike, engine.ask(json.dumps(fields), number)))
    engine.close()
    codes = collections.Counter()
    for line, code, promise in wrong:
        answer = promise.result()
        assert answer["error"]["code"] == code, (line, answer)
        codes[code] += 1
    asked = collections.defaultdict(list)
    for fields, alike, promise in right:
        answer = promise.result()
        assert answer.pop("id") == fields.pop("id")
        assert "error" not in answer, (fields, answer)
        key = tuple(flags(fields)) if alike else (*flags(fields), "one")
        asked[key].append((fields["deal"], answer))
    same = 0
    for command, answers in asked.items():
        command = [word for word in command if word != "one"]
        found = commands_answers(options.pref, command, [deal for deal, _ in answers])
        assert len(found) == len(answers), command
        for (deal, answer), printed in zip(answers, found):
            assert answer == printed, (command, deal, answer, printed)
            same += 1
    assert same + sum(codes.values()) == options.questions
    print(f"{same} answers equal to those of {len(asked)} commands, {sum(codes.values())} errors: {dict(codes)}")


if __name__ == "__main__":
    main()
