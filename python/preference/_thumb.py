"""The cost of rules of thumb for the defenders, over many deals."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from typing import Any, cast

from preference import _preference
from preference._ask import error_of, line_of, reporter, thread_count
from preference._inputs import Rules
from preference._show import Answer, Answers
from preference._verbs import Model, ThumbCost

__all__ = ["thumb"]


def thumb(
    deals: str | Iterable[str | Mapping[str, Any]] | None = None,
    *,
    random: int | None = None,
    seed: int | None = None,
    model: Model | None = None,
    pot: int | None = None,
    rules: Rules | Mapping[str, object] | str | None = None,
    threads: int | None = None,
    progress: bool | Callable[[int], object] = False,
) -> list[ThumbCost]:
    """The cost of each rule of thumb, and of all together, for the defenders over many deals.

    In each deal each seat in turn declares its best suit game, once against defenders without rules of thumb
    and once against defenders that follow the rule.

    >>> {cost["rule_of_thumb"]: cost["tricks_lost"] for cost in thumb(random=20, rules="russian")}
    {'partner': 1, 'last': 1, 'second': 2, 'all': 5}

    deals: deals, or objects with a deal, as preference.deal returns them.
    random: number of random deals, instead of deals.
    seed: random seed of the deals, 1 by default.
    model: model of the defenders' decisions and play, selfish by default.
    pot: amount in the pot before each hand, if the payment depends on it.
    rules: rules of the game, austrian by default.
    threads: number of threads; by default PREFERENCE_THREADS, or one on each core.
    progress: True shows a bar if tqdm is installed; a function is called with the number of deals so far.

    Raises QuestionError if the question cannot be answered. Ctrl-C ends the call within half a second,
    if the main thread makes it.
    """
    listed = None
    if deals is not None:
        objects = [deals] if isinstance(deals, str) else deals
        listed = [one.get("deal") if isinstance(one, Mapping) else one for one in objects]
    question = {"deals": listed, "random": random, "seed": seed, "model": model, "pot": pot, "rules": rules}
    line, count = line_of(question), thread_count(threads)
    total = len(listed) if listed is not None else int(random or 0)
    report, close = reporter(progress, total)
    try:
        costs = json.loads(_preference.thumb(line, count, report))
        if isinstance(costs, dict):
            raise error_of(costs["error"])
        if report:
            report(total)
    finally:
        close()
    return cast("list[ThumbCost]", Answers(map(Answer, costs)))
