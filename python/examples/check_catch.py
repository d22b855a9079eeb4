"""Checks the strategies in the answers to `catch`, which it reads from standard input, one on each line:

    pref catch -d F -c misere --rules russian --plan --format json < deals.txt | python check_catch.py

The checker knows the rules of play and nothing of the search. It confirms that every plan beats the discards
that the answer names, whatever the declarer plays; that the defenders' mix of plans holds the declarer to
the upper bound of the chance, whatever the discard; and that the declarer's mix guarantees the lower bound
against every defence.

It reads answers about the first lead under the rules of a preset, whose switches may be changed, for games
(`H`, `7H`), misères and slams. It checks neither tricks with open cards nor the chances of single cards.

Cards are bits of a number: a byte for each suit, the seven the lowest bit. Cards of the declarer's twelve
with no other player's card between them form a run. They win the same tricks, so that it loses nothing to lay
aside the highest cards of a run and always play the lowest that is left.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Iterator
from fractions import Fraction
from itertools import combinations
from typing import Any, NamedTuple

ROUNDING = 1e-9  # weights are rounded when they are written
SEATS, SUITS, RANKS = "FMR", "SHDC", "789TJQKA"
SEVENS, ACES = 0x01010101, 0x80808080

# Switches of the rules of play that each preset turns on. In all presets `lowest` binds in games without
# trumps too.
STRICT, TRUMPING, FREE = {"trump", "head", "overtrump", "lowest"}, {"trump"}, set[str]()
PRESETS = {
    "american": FREE,
    **dict.fromkeys(["austrian", "austrian-unlimited", "austrian-limited", "styrian"], STRICT),
    **dict.fromkeys(["illustrated", "illustrated-run6", "illustrated-sansatout"], STRICT),
    **dict.fromkeys(["austrian-1829", "austrian-1829-early", "austrian-plain"], TRUMPING),
    **dict.fromkeys(["hungarian", "hungarian-long", "bule", "danube-swabian"], TRUMPING),
    **dict.fromkeys(["russian", "leningrad", "rostov"], TRUMPING),
}
SWITCHES = {"trump", "head", "overtrump", "lowest", "nosteal"}


class Refused(Exception):
    """A claim that does not hold, or an answer that cannot be checked."""


def refuse_constant(constant: str) -> None:
    """Refuses NaN and infinite numbers, with which no comparison would fail."""
    raise Refused(f"{constant} is not a number")


def bit(card: str) -> int:
    """Returns the bit of a card such as `SA`."""
    if len(card) != 2 or card[0] not in SUITS or card[1] not in RANKS:
        raise Refused(f"{card!r} is not a card")
    return 1 << SUITS.index(card[0]) * 8 + RANKS.index(card[1])


def read_hand(hand: str) -> int:
    """Returns the cards of a hand such as `AK7.A.Q7.KJT9`."""
    suits = zip(SUITS, hand.split("."), strict=True)
    return sum(bit(suit + rank) for suit, ranks in suits for rank in ranks)


def text(card: int) -> str:
    """Returns the name of a card."""
    suit, rank = divmod(card.bit_length() - 1, 8)
    return SUITS[suit] + RANKS[rank]


def bits(cards: int) -> Iterator[int]:
    """Iterates over the single cards of a mask, the lowest first."""
    while cards:
        yield cards & -cards
        cards &= cards - 1


def suit_of(card: int) -> int:
    """Returns the mask of the suit of a card."""
    return 0xFF << (card.bit_length() - 1 & ~7)


def compressed_suits(held: int) -> list[int]:
    """Returns for each set of cards of one suit the set once cards not held are removed."""
    sets = [0]
    for cards in range(1, 256):
        top = 1 << cards.bit_length() - 1
        sets.append(sets[cards ^ top] | (held & top and 1 << (held & top - 1).bit_count()))
    return sets


COMPRESSED = [compressed_suits(held) for held in range(256)]


def compress(held: int, cards: int) -> int:
    """Returns the cards as if the cards that are not held did not exist."""
    return (
        COMPRESSED[held & 255][cards & 255]
        | COMPRESSED[held >> 8 & 255][cards >> 8 & 255] << 8
        | COMPRESSED[held >> 16 & 255][cards >> 16 & 255] << 16
        | COMPRESSED[held >> 24][cards >> 24] << 24
    )


class Position(NamedTuple):
    """Point of the play. The declarer's cards may include those of the discards that are possible."""

    hands: tuple[int, int, int]
    leader: int
    trick: tuple[int, ...]
    need: int
    """Tricks that the declarer has yet to win before the contract is made; before it fails, in a misère."""

    @property
    def seat(self) -> int:
        """The seat to move."""
        return (self.leader + len(self.trick)) % 3

    def without(self, cards: int, declarer: int) -> Position:
        """Returns the position in which the declarer has laid these cards aside."""
        hands = [hand & ~cards if seat == declarer else hand for seat, hand in enumerate(self.hands)]
        return self._replace(hands=(hands[0], hands[1], hands[2]))


class Game:
    """Rules of play of one contract."""

    def __init__(self, rules: str, contract: str, declarer: int) -> None:
        name, *changes = rules.split(",")
        if name not in PRESETS or any(c[:1] not in "+-" or c[1:] not in SWITCHES for c in changes):
            raise Refused(f"the rules {rules!r} are not known to the checker")
        switches = set(PRESETS[name])
        for change in changes:
            (switches.add if change[0] == "+" else switches.discard)(change[1:])
        level, strain = contract[:-1], contract[-1:]
        self.misere = contract == "misere"
        self.tricks = {"misere": 1, "slam": 10}.get(contract, 0)
        self.trumps = 0
        if not self.tricks:
            if strain not in (*SUITS, "N") or not (level == "" or level.isdigit() and 1 <= int(level) <= 10):
                raise Refused(f"the contract {contract!r} is not known to the checker")
            games = 7 if (name, strain) == ("danube-swabian", "S") else 6
            self.tricks = int(level or games)
            self.trumps = 0 if strain == "N" else 0xFF << SUITS.index(strain) * 8
        self.declarer = declarer
        self.trump, self.head = "trump" in switches, "head" in switches
        self.overtrump, self.lowest = "overtrump" in switches, "lowest" in switches
        self.nosteal = "nosteal" in switches
        self.open: dict[Position, bool] = {}

    def above(self, card: int) -> int:
        """Returns the cards that beat a card that is winning a trick."""
        higher = suit_of(card) & -card & ~card
        return higher if card & self.trumps else higher | self.trumps

    def winning(self, trick: tuple[int, ...]) -> int:
        """Returns the place of the card that is winning a trick."""
        best = 0
        for place in range(1, len(trick)):
            if trick[place] & self.above(trick[best]):
                best = place
        return best

    def legal(self, position: Position) -> int:
        """Returns the legal cards of the seat to move."""
        hand, trick = position.hands[position.seat], position.trick
        if not trick:
            return hand
        best = self.winning(trick)
        above = self.above(trick[best])
        cards = hand
        if follow := hand & suit_of(trick[0]):
            cards = follow & above if self.head and follow & above else follow
        elif self.trump and (ruff := hand & self.trumps):
            cards = ruff & above if self.overtrump and ruff & above else ruff
        beating = cards & above
        if self.lowest and beating and len(trick) == 1 and position.leader == self.declarer:
            cards = beating = beating & -beating
        partner_wins = self.declarer not in (position.seat, (position.leader + best) % 3)
        if self.nosteal and partner_wins and cards & ~beating:
            cards &= ~beating
        return cards

    def play(self, position: Position, card: int) -> Position:
        """Returns the position after a legal card."""
        hands, leader, trick, need = position
        seat = position.seat
        first, second, third = (hand & ~card if n == seat else hand for n, hand in enumerate(hands))
        trick = (*trick, card)
        if len(trick) == 3:
            leader = (leader + self.winning(trick)) % 3
            trick, need = (), need - (leader == self.declarer)
        return Position((first, second, third), leader, trick, need)

    def decided(self, position: Position) -> bool | None:
        """Returns whether the contract is made or has failed; `None` while both are possible."""
        if position.need <= 0:
            return not self.misere
        left = position.hands[position.leader].bit_count() + (len(position.trick) > 0)
        return self.misere if position.need > left else None

    def is_made_open(self, position: Position) -> bool:
        """Returns whether the declarer makes the contract if all players see all cards."""
        made = self.decided(position)
        if made is not None:
            return made
        hands, leader, trick, need = position
        held = hands[0] | hands[1] | hands[2] | sum(trick)
        first, second, third = (compress(held, hand) for hand in hands)
        trick = tuple(compress(held, card) for card in trick)
        position = Position((first, second, third), leader, trick, need)
        made = self.open.get(position)
        if made is None:
            is_declarer = position.seat == self.declarer
            # Only the lowest of touching cards is tried: cards with no unplayed card between them. The
            # declarer needs one card that makes the contract, the defenders one that beats it.
            legal = self.legal(position)
            cards = list(bits(legal & ~((legal & ~ACES) << 1)))
            if trick and is_declarer == self.misere:
                cards.reverse()
            after = (self.is_made_open(self.play(position, card)) for card in cards)
            made = any(made == is_declarer for made in after) == is_declarer
            self.open[position] = made
        return made


class Checker:
    """Checker of one answer."""

    def __init__(self, answer: dict[str, Any]) -> None:
        if answer.get("played") or answer.get("out"):
            raise Refused("ask about the first lead, with three hands: the answer does not say who led first")
        self.answer = answer
        self.declarer = SEATS.index(answer["declarer"])
        self.game = Game(answer["rules"], answer["contract"], self.declarer)
        first, cards = answer["deal"].split(":")
        parts = [read_hand(part) for part in cards.split()]
        hands = [parts[(seat - SEATS.index(first)) % 3] for seat in range(3)]
        hands[self.declarer] |= parts[3]
        if sum(hands) != 0xFFFFFFFF or sorted(map(int.bit_count, hands)) != [10, 10, 12]:
            raise Refused("the deal is not whole")
        leader = SEATS.index(answer["leader"])
        self.start = Position((hands[0], hands[1], hands[2]), leader, (), self.game.tricks)
        self.runs = find_runs(hands[self.declarer])
        self.discards = self.read_discards()
        self.weights: list[float] = [discard["weight"] for discard in answer["discards"]]
        self.guarantees: dict[tuple[int, Position, tuple[tuple[int, float], ...]], float] = {}

    def read_discards(self) -> list[int]:
        """Returns the cards that are laid aside for each group of discards.

        Each pair of the declarer's cards must be in one group. All pairs of a group must take equally many
        cards of each run.
        """
        discards: list[int] = []
        listed: list[int] = []
        for number, group in enumerate(self.answer["discards"]):
            pairs = [sum(map(bit, pair)) for pair in (group["discard"], *group["equal"])]
            asides = {self.highest_of_runs(pair) for pair in pairs}
            if len(asides) != 1 or asides & set(discards):
                raise Refused(f"discard {number} is not one group of discards")
            discards.extend(asides)
            listed.extend(pairs)
        twelve = self.start.hands[self.declarer]
        if sorted(listed) != sorted(sum(pair) for pair in combinations(bits(twelve), 2)):
            raise Refused("the discards are not all pairs of the declarer's cards")
        return discards

    def highest_of_runs(self, cards: int) -> int:
        """Returns as many cards of each run, the highest ones."""
        return sum(sum(list(bits(run))[::-1][: (run & cards).bit_count()]) for run in self.runs)

    def check(self) -> None:
        """Checks the plans, the declarer's mix and the bounds of the chance.

        Raises `Refused` at the first claim that does not hold.
        """
        answer, low, high = self.answer, self.answer["chance"]["low"], self.answer["chance"]["high"]
        plans = [*answer["plans"], *([answer["against"]] if "against" in answer else [])]
        for n, plan in enumerate(plans):
            if "plan" not in plan:
                raise Refused("an answer without plans: ask with --plan")
            try:
                self.check_plan(plan["plan"], self.start, self.numbers(plan["beats"]))
            except Refused as refused:
                raise Refused(f"plan {n}: {refused}") from None
        check_weights("plans", [plan["weight"] for plan in answer["plans"]])
        check_weights("discards", self.weights)
        for number, discard in enumerate(answer["discards"]):
            weight = sum(plan["weight"] for plan in answer["plans"] if number in plan["beats"])
            if 1 - weight > high + ROUNDING:
                raise Refused(f"discard {number} is beaten by plans of weight {weight}")
            if discard["made"] and any(number in plan["beats"] for plan in plans):
                raise Refused(f"discard {number} makes the contract with open cards, but a plan beats it")
        mixed = {number: weight for number, weight in enumerate(self.weights) if weight > 0}
        guaranteed = self.guaranteed(0, self.start, mixed) if mixed else 0.0
        if guaranteed < low - ROUNDING:
            raise Refused(f"the mix guarantees {guaranteed} of {low}")
        if low > high or (answer["caught"] is not None and answer["caught"] != (high == 0)):
            raise Refused("the verdict contradicts the chance")
        exact = answer["chance"]["exact"]
        if exact is not None and max(abs(float(Fraction(exact)) - bound) for bound in (low, high)) > ROUNDING:
            raise Refused("the exact chance is not both bounds")

    def numbers(self, numbers: Iterable[int]) -> tuple[int, ...]:
        """Returns numbers of discards in ascending order, each once."""
        if not set(numbers) <= set(range(len(self.discards))):
            raise Refused("a discard that is not listed")
        return tuple(sorted(set(numbers)))

    def world(self, position: Position, number: int) -> Position:
        """Returns the position after one of the discards."""
        return position.without(self.discards[number], self.declarer)

    def play(self, position: Position, card: str, is_declarer: bool) -> Position:
        """Returns the position after a card of the side whose turn it should be."""
        if (position.seat == self.declarer) != is_declarer:
            raise Refused(f"{card} is played by the wrong side")
        if not bit(card) & self.game.legal(position):
            raise Refused(f"{card} is not legal")
        return self.game.play(position, bit(card))

    def check_plan(self, plan: dict[str, Any], position: Position, numbers: tuple[int, ...]) -> None:
        """Checks that a plan beats the contract after each of these discards."""
        for card in plan.get("play", []):
            position = self.play(position, card, is_declarer=False)
        if not numbers:
            return
        first = self.world(position, numbers[0])
        made = self.game.decided(first)
        if not plan.get("then") and len(numbers) == 1:
            # The defenders know all cards once one discard is left.
            made = self.game.is_made_open(first)
        if made:
            raise Refused(f"the contract is made after discard {numbers[0]}")
        if made is not None:
            return
        if position.seat != self.declarer:
            raise Refused("a card of the defenders is missing")
        replies: dict[int, list[int]] = {}
        for number in numbers:
            legal = self.game.legal(self.world(position, number))
            for cards in filter(None, (legal & run for run in self.runs)):
                replies.setdefault(cards & -cards, []).append(number)
        for card, possible in replies.items():
            if text(card) not in plan.get("then", {}):
                raise Refused(f"there is no reply to {text(card)}")
            self.check_plan(plan["then"][text(card)], self.game.play(position, card), tuple(possible))

    def guaranteed(self, place: int, position: Position, weights: dict[int, float]) -> float:
        """Returns the least weight of the discards, of these, after which the mix makes the contract."""
        key = (place, position, tuple(sorted(weights.items())))
        if key in self.guarantees:
            return self.guarantees[key]
        if not self.answer.get("mix"):
            raise Refused("an answer without the mix: ask with --plan")
        if not 0 <= place < len(self.answer["mix"]):
            raise Refused(f"there is no node {place} of the mix")
        node = self.answer["mix"][place]
        left, weight = dict(weights), 0.0
        for number in node.get("made", []):
            if number not in left:
                raise Refused(f"discard {number} is not possible at node {place} of the mix")
            if not self.game.is_made_open(self.world(position, number)):
                raise Refused(f"the contract fails with open cards after discard {number}")
            if place == 0 and not self.answer["discards"][number]["made"]:
                raise Refused(f"discard {number} makes the contract with open cards, which is denied")
            weight += left.pop(number)
        then: dict[str, int] = node.get("then", {})
        if "play" in node:
            for card, after in self.played_cards(node, left):
                for number in after:
                    self.play(self.world(position, number), card, is_declarer=True)
                if after and card not in then:
                    raise Refused(f"nothing follows {card} at node {place} of the mix")
                if after:
                    weight += self.guaranteed(then[card], self.game.play(position, bit(card)), after)
        elif then and left:
            if position.seat == self.declarer:
                raise Refused(f"the declarer's card is missing at node {place} of the mix")
            weight += min(
                self.guaranteed(then[text(card)], self.game.play(position, card), left)
                for card in self.answered_cards(position, set(left), then)
            )
        self.guarantees[key] = weight
        return weight

    def played_cards(
        self, node: dict[str, Any], weights: dict[int, float]
    ) -> Iterator[tuple[str, dict[int, float]]]:
        """Iterates over the declarer's cards at a node, each with the weights of its discards."""
        total: dict[int, float] = dict.fromkeys(weights, 0.0)
        for card, numbers in node["play"].items():
            shares = node.get("shares", {}).get(card, [1.0] * len(numbers))
            is_listed_once = len(shares) == len(numbers) == len(set(numbers))
            if not is_listed_once or not all(share >= 0 for share in shares):
                raise Refused(f"the shares of {card} do not match its discards")
            for number, share in zip(numbers, shares, strict=True):
                if number not in total or not total[number] + share <= 1 + ROUNDING:
                    raise Refused(f"discard {number} is not possible or played twice")
                total[number] += share
            yield card, {n: weights[n] * share for n, share in zip(numbers, shares, strict=True)}

    def answered_cards(self, position: Position, numbers: set[int], then: dict[str, int]) -> set[int]:
        """Returns for each legal card of a defender the card as which the mix answers it.

        It is the card itself or a lower or higher one that is touching it after each of these discards.
        """
        seat, legal = position.seat, self.game.legal(position)
        others = sum(hand for n, hand in enumerate(position.hands) if n not in (seat, self.declarer))
        others |= sum(position.trick)
        for number in numbers:
            others |= self.world(position, number).hands[self.declarer]
        answered: set[int] = set()
        for card in bits(legal):
            equal = [
                other for other in bits(legal & suit_of(card)) if not cards_between(card, other) & others
            ]
            known = [other for other in equal if text(other) in then]
            if not known:
                raise Refused(f"there is no answer to {text(card)} in the mix")
            answered.add(card if card in known else known[0])
        return answered


def cards_between(first: int, second: int) -> int:
    """Returns the cards between two cards of one suit."""
    low, high = sorted((first, second))
    return (high - 1) & -low & ~low if low < high else 0


def find_runs(cards: int) -> list[int]:
    """Returns the runs of a hand while the other players hold all other cards."""
    runs: list[int] = []
    for card in bits(cards):
        if runs and runs[-1] << 1 & card and not card & SEVENS:
            runs[-1] |= card
        else:
            runs.append(card)
    return runs


def check_weights(name: str, weights: list[float]) -> None:
    """Checks that weights are probabilities, together 1 at most."""
    if any(weight < 0 for weight in weights) or sum(weights) > 1 + ROUNDING:
        raise Refused(f"the weights of the {name} are not probabilities")


def main() -> None:
    """Checks the answers on standard input, until one is refused."""
    count = 0
    for line in sys.stdin:
        count += 1
        try:
            Checker(json.loads(line, parse_constant=refuse_constant)).check()
        except Refused as refused:
            sys.exit(f"line {count}: {refused}")
        except (KeyError, TypeError, ValueError, IndexError) as error:
            sys.exit(f"line {count} is not an answer to catch with plans: {error!r}")
    print(f"{count} answers are right")


if __name__ == "__main__":
    main()
