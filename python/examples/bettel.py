# %% [markdown]
# # A thousand hands: when is Bettel right?
#
# In Bettel (misère) the declarer promises to take no trick. We deal a thousand hands, give forehand the
# talon, let it lay aside the best two cards for each contract, and ask whether it makes Bettel, and whether
# it makes a game with or without trumps. All cards are known, so "made" means made against best defence.
#
# Each part between two `# %%` marks is a cell: this file runs as a notebook and as a script.

# %%
from __future__ import annotations

import json
import sys
from collections import Counter

import preference
from preference import Deal

COUNT = int(sys.argv[1]) if sys.argv[1:] and sys.argv[1].isdigit() else 1000

deals = [Deal(one["deal"]) for one in preference.deal(count=COUNT, seed=2026)]
deals[0]  # in a notebook: a picture

# %% [markdown]
# One question for each deal, answered on all cores. For each contract, `best` lists every discard that
# reaches the best result.

# %%
RULES = "illustrated"
answers = preference.ask_many(deals, ask="talon", declarer="F", contract="S,H,D,C,N,misere", rules=RULES)
answers[0]

# %% [markdown]
# Features of the twelve cards that matter for Bettel: the number of low cards, and the number of suits held
# without their seven, in which forehand may be unable to duck.

# %%
LOW = "789"


def features(deal: Deal) -> tuple[int, int]:
    """The number of low cards among the twelve, and the number of suits without their seven."""
    cards = deal.cards("F") + deal.cards("talon")
    low = sum(card[1] in LOW for card in cards)
    suits = {card[0] for card in cards}
    return low, sum(suit + "7" not in cards for suit in suits)


rows = []
for deal, answer in zip(deals, answers, strict=True):
    made = {best["contract"]: best["made"] for best in answer["best"]}
    bettel = made.pop("misere")
    rows.append((*features(deal), bettel, any(made.values())))

# %%
print(f"{COUNT} hands with the talon, the best two cards laid aside:")
for name, wanted in [
    ("Bettel and a game", (True, True)),
    ("Bettel only", (True, False)),
    ("a game only", (False, True)),
    ("neither", (False, False)),
]:
    number = sum(row[2:] == wanted for row in rows)
    print(f"  {name:<18}{number:5}  {number / COUNT:6.1%}")

# %% [markdown]
# By the number of low cards (sevens, eights, nines) among the twelve:

# %%
print("\nlow cards   hands   Bettel   a game")
by_low: dict[int, list[tuple[int, int, bool, bool]]] = {}
for row in rows:
    by_low.setdefault(row[0], []).append(row)
for low in sorted(by_low):
    group = by_low[low]
    shares = [sum(row[n] for row in group) / len(group) for n in (2, 3)]
    print(f"{low:9}{len(group):8}{shares[0]:9.0%}{shares[1]:9.0%}")

# %% [markdown]
# By the number of suits without their seven, for hands with six low cards or more:

# %%
print("\nsuits without their seven, of hands with six low cards or more")
many, made_them = Counter[int](), Counter[int]()
for low, without, bettel, _ in rows:
    if low >= 6:
        many[without] += 1
        made_them[without] += bettel
for without in sorted(many):
    print(f"{without:9}{many[without]:8}{made_them[without] / many[without]:9.0%}")

# %% [markdown]
# A table for further analysis: solve_many takes a list of deals and returns a table, or takes any frame and
# returns a frame of the same kind.

# %%
table = preference.solve_many(deals, contract="misere", declarer="F", rules=RULES)
without_talon = sum(tricks == 0 for tricks in table["F_misere"])
with_talon = sum(row[2] for row in rows)
print(f"\nBettel without the talon: {without_talon}, with it: {with_talon} of {COUNT}")
print(json.dumps({"count": COUNT, "with": with_talon, "without": without_talon}))
