#!/usr/bin/env python3
"""Asks `pref ask` mixed questions, some of them wrong, and compares the answers with the commands' answers.

    python3 docs/ask.py [--pref target/release/pref] [--questions 10000] [--seed 1]

It is also an example of a client that keeps an engine running: see `Engine`.
"""

import argparse
import collections
import concurrent.futures
import json
import random
import subprocess
import threading

SUITS, RANKS, SEATS = "SHDC", "AKQJT987", "FMR"

# Questions that are asked about many deals: the fields of each, without the deal.
COMMON_QUESTIONS = [
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

def replace_with(**fields):
    """A function that replaces all fields of a question except its id and, unless it asks `auction`,
    its deal.
    """

    def change(question):
        number, deal = question["id"], question["deal"]
        question.clear()
        question.update(id=number, **fields, **({} if fields["ask"] == "auction" else {"deal": deal}))

    return change


# Changes that make a question wrong, each with the code of the error that must be the answer.
MISTAKES = [
    (lambda question: question.update(colour="red"), "unknown-field"),
    (lambda question: question.update(ask="slove"), "unknown-ask"),
    (lambda question: question.pop("ask"), "missing"),
    (lambda question: question.pop("deal"), "missing"),
    (lambda question: question.update(deal=question["deal"][:-1]), "bad-deal"),
    (lambda question: question.update(deal=7), "bad-value"),
    (lambda question: question.update(rules="austrain"), "bad-rules"),
    (lambda question: question.update(rules={"play": {"trump": 3}}), "bad-rules"),
    (replace_with(ask="solve", goal="most"), "bad-value"),
    (replace_with(ask="line", contract="S"), "missing"),
    (replace_with(ask="solve", declarer="X"), "bad-value"),
    (replace_with(ask="solve", taken={"F": 11}), "bad-value"),
    (replace_with(ask="solve", contract="S", pot=3), "unknown-field"),
    (replace_with(ask="cards", contract="S", declarer="F", pot=3), "not-here"),
    (replace_with(ask="cards", contract="S", declarer="F", played=["SA", "SA"]), "illegal-card"),
    (replace_with(ask="auction", calls=["pass", "9"]), "illegal-call"),
    (replace_with(ask="defend", contract="misere", declarer="F", settle=True), "no-price"),
]


def random_deal(generator):
    cards = [(suit, rank) for suit in range(4) for rank in range(8)]
    generator.shuffle(cards)
    parts = [cards[:10], cards[10:20], cards[20:30], cards[30:]]
    text = lambda part: ".".join(
        "".join(RANKS[rank] for rank in range(8) if (suit, rank) in part) for suit in range(4)
    )
    return "F:" + " ".join(map(text, parts)), parts


def question(generator):
    """The fields of a random question, and whether it is one of COMMON_QUESTIONS."""
    deal, parts = random_deal(generator)
    if generator.random() < 0.97:
        return {**generator.choice(COMMON_QUESTIONS), "deal": deal}, True
    lead = generator.choice(parts[0])
    played = SUITS[lead[0]] + RANKS[lead[1]]
    return {"ask": "cards", "deal": deal, "declarer": "F", "contract": "S", "played": [played]}, False


def flags(fields):
    """The command that asks the question `fields`, as a list of arguments without the deal."""
    command = [fields["ask"]]
    for name, value in fields.items():
        if name in ("ask", "deal", "id"):
            continue
        command.append("--" + name.replace("_", "-"))
        if value is not True:
            command.append(",".join(value) if isinstance(value, list) else str(value))
    return command


class Engine:
    """A running `pref ask`, whose method `ask` returns the promise of an answer.

    The thread that asks writes the questions and another thread reads the answers, so that neither waits
    for the other. Answers arrive as they are ready. Each has the `id` of its question or, if the question
    has no `id`, the number of its line.
    """

    def __init__(self, pref, *flags):
        self.process = subprocess.Popen(
            [pref, "ask", "--unordered", *flags], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        self.pending, self.lines = {}, 0
        self.reader = threading.Thread(target=self.read)
        self.reader.start()

    def ask(self, line, number):
        """Sends a line whose question has the id `number` or no id, and returns the promise of its answer."""
        self.lines += 1
        promise = concurrent.futures.Future()
        self.pending["id", number] = self.pending["line", self.lines] = promise
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()
        return promise

    def read(self):
        for line in self.process.stdout:
            answer = json.loads(line)
            key = ("id", answer["id"]) if "id" in answer else ("line", answer["error"]["line"])
            promise = self.pending[key]
            assert not promise.done(), f"a second answer to one question: {line}"
            promise.set_result(answer)
        for promise in self.pending.values():
            promise.done() or promise.set_exception(EOFError("the engine has ended"))

    def close(self):
        self.process.stdin.close()
        self.reader.join()
        assert self.process.wait() == 0, "the engine exits without an error"


def command_answers(pref, command, deals):
    """The answers that the command prints for these deals."""
    run = subprocess.run(
        [pref, *command, "--format", "json", "--no-tables"],
        input="".join(deal + "\n" for deal in deals), capture_output=True, text=True,
    )
    assert run.returncode == 0, f"{command}: {run.stderr}"
    return [json.loads(line) for line in run.stdout.splitlines()]


def main():
    formatter = argparse.RawDescriptionHelpFormatter
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=formatter)
    parser.add_argument("--pref", default="target/release/pref")
    parser.add_argument("--questions", type=int, default=10000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    generator = random.Random(options.seed)
    engine = Engine(options.pref, "--no-tables", "--threads", "3")
    right_questions, wrong_questions = [], []
    for number in range(options.questions):
        fields, is_common = question(generator)
        fields = {"id": number, **fields}
        if generator.random() < 0.2:
            change, code = generator.choice(MISTAKES)
            change(fields)
            line = json.dumps(fields)
            if generator.random() < 0.1:
                line, code = line[:-1], "bad-json"
            wrong_questions.append((line, code, engine.ask(line, number)))
        else:
            right_questions.append((fields, is_common, engine.ask(json.dumps(fields), number)))
    engine.close()
    codes = collections.Counter()
    for line, code, promise in wrong_questions:
        answer = promise.result()
        assert answer["error"]["code"] == code, (line, answer)
        codes[code] += 1
    asked = collections.defaultdict(list)
    for fields, is_common, promise in right_questions:
        answer = promise.result()
        assert answer.pop("id") == fields.pop("id")
        assert "error" not in answer, (fields, answer)
        key = tuple(flags(fields)) if is_common else (*flags(fields), "one")
        asked[key].append((fields["deal"], answer))
    equal_count = 0
    for command, answers in asked.items():
        command = [word for word in command if word != "one"]
        printed_answers = command_answers(options.pref, command, [deal for deal, _ in answers])
        assert len(printed_answers) == len(answers), command
        for (deal, answer), printed in zip(answers, printed_answers):
            assert answer == printed, (command, deal, answer, printed)
            equal_count += 1
    assert equal_count + sum(codes.values()) == options.questions
    error_count = sum(codes.values())
    print(
        f"{equal_count} answers equal to those of {len(asked)} commands,"
        f" {error_count} errors: {dict(codes)}"
    )


if __name__ == "__main__":
    main()
