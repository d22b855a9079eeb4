"""Random deals, other ones in each call."""

from __future__ import annotations

import random
from typing import Any, NotRequired, Unpack, cast, overload

from preference._ask import verb, with_options
from preference._verbs import CommonOptions, DealAnswer, DealOptions

__all__ = ["RandomDeal", "deal"]


class RandomDeal(DealAnswer):
    """Random deal or ending, with the seed that gives it again if the call had none."""

    seed: NotRequired[int]


@overload
def deal(*, count: None = None, **options: Unpack[DealOptions]) -> RandomDeal: ...
@overload
def deal(*, count: int, **options: Unpack[DealOptions]) -> list[RandomDeal]: ...
@with_options(DealOptions, CommonOptions)
def deal(*, count: int | None = None, **options: Unpack[DealOptions]) -> RandomDeal | list[RandomDeal]:
    """Generate random deals that meet conditions.

    Without a seed each call draws one from Python's random, and the deals carry it.

    >>> deal(count=2, seed=5)[0]
    {'deal': 'F:KJ97..Q8.KQJ9 A.JT987.9.T87 QT.AQ.AKJT7.A 8.K..'}

    Args:
        count: Number of deals; at most 100,000

    Returns:
        Random deal or ending that meets the conditions; a list of them if count is given:
            deal: Cards of the deal or the ending
            seed: Random seed, if the call had none
    """
    fields = dict(options)
    is_drawn = fields.get("seed") is None
    if is_drawn:
        # Exact even as a floating-point number.
        fields["seed"] = random.getrandbits(53)
    answer: Any = verb("deal", fields, count=count)
    if is_drawn:
        for one in answer if isinstance(answer, list) else [answer]:
            one["seed"] = fields["seed"]
    return cast("RandomDeal | list[RandomDeal]", answer)
