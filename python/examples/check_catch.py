"""Checks the strategies in answers to `catch` and `evaluate`, which it reads from standard input, one a line:

    pref catch -d F -c misere --rules russian --plan --format json < deals.txt | python check_catch.py
    pref evaluate -c misere --rules russian --hidden --certify 3 --format json "M:987.Q7.T987.AT9 ? ?" |
        python check_catch.py

The checker knows the rules of play and nothing of the search. It confirms that every plan beats the discards
that the answer lists for it, whatever the declarer plays; that the defenders' mix of plans holds the
declarer to the upper bound of the chance, whatever the discard; and that the declarer's mix guarantees the
lower bound against every defence. In answers to `evaluate` it confirms both bounds of the mix's chance on
each certified layout, with exact fractions.

It accepts answers about the first lead, for games (`H`, `7H`), misères and slams, under the rules of a
preset, with changed switches or without. It checks neither tricks with open cards nor the chances of single
cards.

A set of cards is a 32-bit mask with one byte for each suit; the seven is the lowest bit of its byte. Cards
of the declarer's twelve with no other player's card between them form a run. They win the same tricks, so the
declarer loses nothing by laying aside the highest cards of a run and always playing the lowest one left.
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

# Switches of the rules of play that each preset turns on. In all presets that have `lowest` it also holds in
# games without trumps.
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


class CheckError(Exception):
    """A claim that does not hold, or an answer that cannot be checked."""


def refuse_constant(constant: str) -> None:
    """Refuses NaN and infinite numbers, with which no comparison would fail."""
    raise CheckError(f"{constant} is not a number")


def parse_card(card: str) -> int:
    """Parses a card such as `SA`; returns its bit."""
    if len(card) != 2 or card[0] not in SUITS or card[1] not in RANKS:
        raise CheckError(f"{card!r} is not a card")
    return 1 << SUITS.index(card[0]) * 8 + RANKS.index(card[1])


def read_hand(hand: str) -> int:
    """Parses a hand such as `AK7.A.Q7.KJT9`; returns its set of cards."""
    suits = zip(SUITS, hand.split("."), strict=True)
    return sum(parse_card(suit + rank) for suit, ranks in suits for rank in ranks)


def card_name(card: int) -> str:
    """The name of a card, such as `SA`."""
    suit, rank = divmod(card.bit_length() - 1, 8)
    return SUITS[suit] + RANKS[rank]


def bits(cards: int) -> Iterator[int]:
    """Iterates over the single cards of a mask, the lowest first."""
    while cards:
        yield cards & -cards
        cards &= cards - 1


def suit_of(card: int) -> int:
    """The mask of the suit of a card."""
    return 0xFF << (card.bit_length() - 1 & ~7)


def compressed_suits(held: int) -> list[int]:
    """Returns, for each set of cards of one suit, the set moved down over the ranks that are not held."""
    sets = [0]
    for cards in range(1, 256):
        top = 1 << cards.bit_length() - 1
        sets.append(sets[cards ^ top] | (held & top and 1 << (held & top - 1).bit_count()))
    return sets


COMPRESSED = [compressed_suits(held) for held in range(256)]


def compress(held: int, cards: int) -> int:
    """Closes up the ranks of cards that are not held: the lowest held card of a suit becomes the seven."""
    return (
        COMPRESSED[held & 255][cards & 255]
        | COMPRESSED[held >> 8 & 255][cards >> 8 & 255] << 8
        | COMPRESSED[held >> 16 & 255][cards >> 16 & 255] << 16
        | COMPRESSED[held >> 24][cards >> 24] << 24
    )


class Position(NamedTuple):
    """Position in the play. The declarer's hand may still include the cards of all possible discards."""

    hands: tuple[int, int, int]
    leader: int
    trick: tuple[int, ...]
    need: int
    """Number of tricks that the declarer still needs to make the contract; in a misère, to fail."""

    @property
    def seat(self) -> int:
        """The seat to move."""
        return (self.leader + len(self.trick)) % 3

    def without(self, cards: int, declarer: int) -> Position:
        """The position in which the declarer has laid these cards aside."""
        hands = [hand & ~cards if seat == declarer else hand for seat, hand in enumerate(self.hands)]
        return self._replace(hands=(hands[0], hands[1], hands[2]))


class PlayRules:
    """Rules of play of one contract."""

    def __init__(self, rules: str, contract: str, declarer: int) -> None:
        name, *changes = rules.split(",")
        if name not in PRESETS or any(c[:1] not in "+-" or c[1:] not in SWITCHES for c in changes):
            raise CheckError(f"the rules {rules!r} are not known to the checker")
        switches = set(PRESETS[name])
        for change in changes:
            (switches.add if change[0] == "+" else switches.discard)(change[1:])
        level, strain = contract[:-1], contract[-1:]
        self.misere = contract == "misere"
        self.tricks = {"misere": 1, "slam": 10}.get(contract, 0)
        self.trumps = 0
        if not self.tricks:
            if strain not in (*SUITS, "N") or not (level == "" or level.isdigit() and 1 <= int(level) <= 10):
                raise CheckError(f"the contract {contract!r} is not known to the checker")
            games = 7 if (name, strain) == ("danube-swabian", "S") else 6
            self.tricks = int(level or games)
            self.trumps = 0 if strain == "N" else 0xFF << SUITS.index(strain) * 8
        self.declarer = declarer
        self.trump, self.head = "trump" in switches, "head" in switches
        self.overtrump, self.lowest = "overtrump" in switches, "lowest" in switches
        self.nosteal = "nosteal" in switches
        self.made_with_open_cards: dict[Position, bool] = {}

    def beating_cards(self, card: int) -> int:
        """The cards that beat a card that is winning a trick."""
        higher = suit_of(card) & -card & ~card
        return higher if card & self.trumps else higher | self.trumps

    def winner_index(self, trick: tuple[int, ...]) -> int:
        """The index in the trick of the card that is winning it."""
        best = 0
        for place in range(1, len(trick)):
            if trick[place] & self.beating_cards(trick[best]):
                best = place
        return best

    def legal(self, position: Position) -> int:
        """The legal cards of the seat to move."""
        hand, trick = position.hands[position.seat], position.trick
        if not trick:
            return hand
        best = self.winner_index(trick)
        above = self.beating_cards(trick[best])
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
        """The position after a legal card."""
        hands, leader, trick, need = position
        seat = position.seat
        first, second, third = (hand & ~card if n == seat else hand for n, hand in enumerate(hands))
        trick = (*trick, card)
        if len(trick) == 3:
            leader = (leader + self.winner_index(trick)) % 3
            trick, need = (), need - (leader == self.declarer)
        return Position((first, second, third), leader, trick, need)

    def outcome(self, position: Position) -> bool | None:
        """Whether the contract is made; `None` while it can still be made or fail."""
        if position.need <= 0:
            return not self.misere
        left = position.hands[position.leader].bit_count() + (len(position.trick) > 0)
        return self.misere if position.need > left else None

    def is_made_with_open_cards(self, position: Position) -> bool:
        """Whether the declarer makes the contract if all players see all cards."""
        made = self.outcome(position)
        if made is not None:
            return made
        hands, leader, trick, need = position
        held = hands[0] | hands[1] | hands[2] | sum(trick)
        first, second, third = (compress(held, hand) for hand in hands)
        trick = tuple(compress(held, card) for card in trick)
        position = Position((first, second, third), leader, trick, need)
        made = self.made_with_open_cards.get(position)
        if made is None:
            is_declarer = position.seat == self.declarer
            # Only the lowest of touching cards, with no unplayed card between them, is tried. The declarer
            # needs one card that makes the contract, the defenders one card that beats it.
            legal = self.legal(position)
            cards = list(bits(legal & ~((legal & ~ACES) << 1)))
            if trick and is_declarer == self.misere:
                cards.reverse()
            after = (self.is_made_with_open_cards(self.play(position, card)) for card in cards)
            made = any(made == is_declarer for made in after) == is_declarer
            self.made_with_open_cards[position] = made
        return made


Weights = dict[int, Fraction]
"""The weight of each discard that is possible, by its number."""


class Strategies:
    """Checks strategies of both sides on one deal."""

    def __init__(self, play: dict[str, str]) -> None:
        """play: the deal, the rules, the contract, the declarer and the leader, as in answers to `catch`."""
        self.declarer = SEATS.index(play["declarer"])
        self.play_rules = PlayRules(play["rules"], play["contract"], self.declarer)
        first, cards = play["deal"].split(":")
        parts = [read_hand(part) for part in cards.split()]
        hands = [parts[(seat - SEATS.index(first)) % 3] for seat in range(3)]
        hands[self.declarer] |= parts[3]
        if sum(hands) != 0xFFFFFFFF or sorted(map(int.bit_count, hands)) != [10, 10, 12]:
            raise CheckError("the deal is not whole")
        leader = SEATS.index(play["leader"])
        self.start = Position((hands[0], hands[1], hands[2]), leader, (), self.play_rules.tricks)
        self.runs = find_runs(hands[self.declarer])
        self.discards: list[int] = []
        self.mix: list[dict[str, Any]] = []
        self.guarantees: dict[tuple[int, Position, tuple[tuple[int, Fraction], ...]], Fraction] = {}

    def highest_of_runs(self, cards: int) -> int:
        """Replaces the cards by the highest cards of their runs, as many from each run."""
        return sum(sum(list(bits(run))[::-1][: (run & cards).bit_count()]) for run in self.runs)

    def checked_numbers(self, numbers: Iterable[int]) -> tuple[int, ...]:
        """Checks the numbers of discards; returns them in ascending order, each once."""
        if not set(numbers) <= set(range(len(self.discards))):
            raise CheckError("a plan beats a discard that is not listed")
        return tuple(sorted(set(numbers)))

    def after_discard(self, position: Position, number: int) -> Position:
        """The position in which the discard with this number was laid aside."""
        return position.without(self.discards[number], self.declarer)

    def play(self, position: Position, card: str, is_declarer: bool) -> Position:
        """The position after a legal card of the declarer or of a defender, as `is_declarer` says."""
        if (position.seat == self.declarer) != is_declarer:
            raise CheckError(f"{card} is played by the wrong side")
        if not parse_card(card) & self.play_rules.legal(position):
            raise CheckError(f"{card} is not legal")
        return self.play_rules.play(position, parse_card(card))

    def declarer_cards(self, position: Position, numbers: tuple[int, ...]) -> dict[int, list[int]]:
        """The lowest legal card of each run, with the discards after which the declarer can play it."""
        cards: dict[int, list[int]] = {}
        for number in numbers:
            legal = self.play_rules.legal(self.after_discard(position, number))
            for run in filter(None, (legal & run for run in self.runs)):
                cards.setdefault(run & -run, []).append(number)
        return cards

    def check_plan(self, plan: dict[str, Any], position: Position, numbers: tuple[int, ...]) -> None:
        """Checks that a plan beats the contract after each discard in `numbers`."""
        for card in plan.get("play", []):
            position = self.play(position, card, is_declarer=False)
        if not numbers:
            return
        first = self.after_discard(position, numbers[0])
        made = self.play_rules.outcome(first)
        if not plan.get("then") and len(numbers) == 1:
            # The defenders know all cards once one discard is left.
            made = self.play_rules.is_made_with_open_cards(first)
        if made:
            raise CheckError(f"the contract is made after discard {numbers[0]}")
        if made is not None:
            return
        if position.seat != self.declarer:
            raise CheckError("the plan has no card for the defender to move")
        for card, possible in self.declarer_cards(position, numbers).items():
            if card_name(card) not in plan.get("then", {}):
                raise CheckError(f"there is no reply to {card_name(card)}")
            after = self.play_rules.play(position, card)
            self.check_plan(plan["then"][card_name(card)], after, tuple(possible))

    def guaranteed_weight(self, node_number: int, position: Position, weights: Weights) -> Fraction:
        """The weight of the discards after which the mix makes the contract against best defence.

        weights: weight of each discard that is possible at this node.
        """
        key = (node_number, position, tuple(sorted(weights.items())))
        if key in self.guarantees:
            return self.guarantees[key]
        if not self.mix:
            raise CheckError("an answer without the mix: ask with --plan")
        if not 0 <= node_number < len(self.mix):
            raise CheckError(f"there is no node {node_number} of the mix")
        node = self.mix[node_number]
        left, weight = dict(weights), Fraction(0)
        for number in node.get("made", []):
            if number not in left:
                raise CheckError(f"discard {number} is not possible at node {node_number} of the mix")
            if not self.play_rules.is_made_with_open_cards(self.after_discard(position, number)):
                raise CheckError(f"the contract fails with open cards after discard {number}")
            weight += left.pop(number)
        then: dict[str, int] = node.get("then", {})
        if "play" in node:
            for card, after in self.played_cards(node, left):
                for number in after:
                    self.play(self.after_discard(position, number), card, is_declarer=True)
                if after and card not in then:
                    raise CheckError(f"nothing follows {card} at node {node_number} of the mix")
                if after:
                    next_position = self.play_rules.play(position, parse_card(card))
                    weight += self.guaranteed_weight(then[card], next_position, after)
        elif then and left:
            if position.seat == self.declarer:
                raise CheckError(f"the declarer's card is missing at node {node_number} of the mix")
            weight += min(
                self.guaranteed_weight(then[card_name(card)], self.play_rules.play(position, card), left)
                for card in self.representatives(position, set(left), then)
            )
        self.guarantees[key] = weight
        return weight

    def played_cards(self, node: dict[str, Any], weights: Weights) -> Iterator[tuple[str, Weights]]:
        """Iterates over the declarer's cards at a node, with the weights of the discards for each card."""
        total = dict.fromkeys(weights, Fraction(0))
        for card, numbers in node["play"].items():
            shares = [Fraction(share) for share in node.get("shares", {}).get(card, [1] * len(numbers))]
            is_listed_once = len(shares) == len(numbers) == len(set(numbers))
            if not is_listed_once or not all(share >= 0 for share in shares):
                raise CheckError(f"the shares of {card} do not match its discards")
            for number, share in zip(numbers, shares, strict=True):
                if number not in total or total[number] + share > 1:
                    raise CheckError(f"discard {number} is not possible, or is played twice")
                total[number] += share
            yield card, {n: weights[n] * share for n, share in zip(numbers, shares, strict=True)}

    def representatives(self, position: Position, numbers: set[int], then: dict[str, int]) -> set[int]:
        """The cards that stand for all legal cards of a defender in the mix.

        A legal card is represented by itself or by a card that touches it after each discard in `numbers`.
        """
        seat, legal = position.seat, self.play_rules.legal(position)
        others = sum(hand for n, hand in enumerate(position.hands) if n not in (seat, self.declarer))
        others |= sum(position.trick)
        for number in numbers:
            others |= self.after_discard(position, number).hands[self.declarer]
        answered: set[int] = set()
        for card in bits(legal):
            equal = [
                other for other in bits(legal & suit_of(card)) if not cards_between(card, other) & others
            ]
            known = [other for other in equal if card_name(other) in then]
            if not known:
                raise CheckError(f"the mix has no answer to {card_name(card)}")
            answered.add(card if card in known else known[0])
        return answered

    def defended_weight(
        self, nodes: list[dict[str, Any]], node_number: int, position: Position, numbers: tuple[int, ...]
    ) -> Weights:
        """For each discard, the largest chance of a declarer who knows the defenders' mix.

        It is 1 where the defence has nothing to say.
        """
        if not 0 <= node_number < len(nodes):
            raise CheckError(f"there is no node {node_number} of the defence")
        node = nodes[node_number]
        chances = dict.fromkeys(numbers, Fraction(1))
        then: dict[str, list[dict[str, Any]]] = node.get("then", {})
        if "plan" in node:
            beaten = tuple(number for number in numbers if number in node.get("beats", []))
            self.check_plan(node["plan"], position, beaten)
            return chances | dict.fromkeys(beaten, Fraction(0))
        if not then or not numbers:
            return chances
        if position.seat != self.declarer:
            if len(then) > 1:
                raise CheckError("the defence has two cards at once")
            ((name, drawn),) = then.items()
            return self.drawn_chances(nodes, drawn, self.play(position, name, is_declarer=False), numbers)
        best = dict.fromkeys(numbers, Fraction(0))
        for card, possible in self.declarer_cards(position, numbers).items():
            after = dict.fromkeys(possible, Fraction(1))
            if card_name(card) in then:
                next_position = self.play_rules.play(position, card)
                after = self.drawn_chances(nodes, then[card_name(card)], next_position, tuple(possible))
            best |= {number: max(best[number], chance) for number, chance in after.items()}
        return best

    def drawn_chances(
        self,
        nodes: list[dict[str, Any]],
        drawn: list[dict[str, Any]],
        position: Position,
        numbers: tuple[int, ...],
    ) -> Weights:
        """The chances if the defenders draw one of these nodes."""
        shares = [Fraction(one["share"]) for one in drawn]
        if sum(shares) != 1 or min(shares) < 0:
            raise CheckError(f"the shares of the defence have the sum {sum(shares)}")
        chances = dict.fromkeys(numbers, Fraction(0))
        for one, share in zip(drawn, shares, strict=True):
            for number, chance in self.defended_weight(nodes, one["node"], position, numbers).items():
                chances[number] += share * chance
        return chances


class Checker(Strategies):
    """Checks one answer to `catch`."""

    def __init__(self, answer: dict[str, Any]) -> None:
        if answer.get("played") or answer.get("out"):
            raise CheckError("ask about the first lead, with three hands: the answer must name its leader")
        super().__init__(answer)
        self.answer = answer
        self.mix = answer.get("mix", [])
        self.discards = self.read_discards()
        self.weights: list[float] = [discard["weight"] for discard in answer["discards"]]

    def read_discards(self) -> list[int]:
        """Returns for each group of discards the highest cards of its runs, which stand for the group.

        Each pair of the declarer's cards must be in one group. All pairs of a group must take equally many
        cards of each run.
        """
        discards: list[int] = []
        listed: list[int] = []
        for number, group in enumerate(self.answer["discards"]):
            pairs = [sum(map(parse_card, pair)) for pair in (group["discard"], *group["equal"])]
            replaced = {self.highest_of_runs(pair) for pair in pairs}
            if len(replaced) != 1 or replaced & set(discards):
                raise CheckError(f"discard {number} is not one group of discards")
            discards.extend(replaced)
            listed.extend(pairs)
        twelve = self.start.hands[self.declarer]
        if sorted(listed) != sorted(sum(pair) for pair in combinations(bits(twelve), 2)):
            raise CheckError("the discards are not all pairs of the declarer's cards")
        return discards

    def check(self) -> None:
        """Checks the plans, the declarer's mix and the bounds of the chance.

        Raises `CheckError` at the first claim that does not hold, or if the plans or the mix are missing.
        """
        answer, low, high = self.answer, self.answer["chance"]["low"], self.answer["chance"]["high"]
        plans = [*answer["plans"], *([answer["against"]] if "against" in answer else [])]
        for n, plan in enumerate(plans):
            if "plan" not in plan:
                raise CheckError("an answer without plans: ask with --plan")
            try:
                self.check_plan(plan["plan"], self.start, self.checked_numbers(plan["beats"]))
            except CheckError as refused:
                raise CheckError(f"plan {n}: {refused}") from None
        check_weights("plans", [plan["weight"] for plan in answer["plans"]])
        check_weights("discards", self.weights)
        for number, discard in enumerate(answer["discards"]):
            weight = sum(plan["weight"] for plan in answer["plans"] if number in plan["beats"])
            if 1 - weight > high + ROUNDING:
                raise CheckError(f"discard {number} is beaten by plans of weight {weight} only")
            if discard["made"] and any(number in plan["beats"] for plan in plans):
                raise CheckError(f"discard {number} makes the contract with open cards, but a plan beats it")
        mixed = {
            number: Fraction(weight).limit_denominator(10**9)
            for number, weight in enumerate(self.weights)
            if weight > 0
        }
        guaranteed = float(self.guaranteed_weight(0, self.start, mixed) if mixed else 0)
        for number in self.mix[0].get("made", []) if self.mix else []:
            if not answer["discards"][number]["made"]:
                raise CheckError(
                    f"discard {number} makes the contract with open cards, contrary to the answer"
                )
        if guaranteed < low - ROUNDING:
            raise CheckError(f"the mix guarantees a chance of {guaranteed}, less than the lower bound {low}")
        if low > high or (answer["caught"] is not None and answer["caught"] != (high == 0)):
            raise CheckError("the verdict contradicts the chance")
        exact = answer["chance"]["exact"]
        if exact is not None and max(abs(float(Fraction(exact)) - bound) for bound in (low, high)) > ROUNDING:
            raise CheckError("the exact chance differs from a bound")


class MixChecker:
    """Checks the certificate of a mix of discards in an answer to `evaluate`."""

    def __init__(self, answer: dict[str, Any], result: dict[str, Any]) -> None:
        self.answer, self.contract = answer, result["contract"]
        self.hidden: dict[str, Any] = result["talon"]["hidden"]
        self.mix: list[dict[str, Any]] = self.hidden["mix"]
        if "certificate" not in self.hidden:
            raise CheckError("an answer without a certificate: ask with --certify")
        self.certificate: dict[str, Any] = self.hidden["certificate"]
        self.weights = [Fraction(weight) for weight in self.certificate["weights"]]

    def check(self) -> None:
        """Checks both bounds on each layout. Raises `CheckError` at the first claim that does not hold."""
        if len(self.weights) != len(self.mix) or sum(self.weights) != 1 or min(self.weights) < 0:
            raise CheckError("the weights of the certificate are not probabilities of the mix")
        shown = [mixed["weight"] for mixed in self.mix]
        if any(abs(float(weight) - one) > 1e-6 for weight, one in zip(self.weights, shown, strict=True)):
            raise CheckError("the weights of the certificate are not those of the mix")
        layouts = self.certificate["layouts"]
        for number, layout in enumerate(layouts):
            try:
                self.check_layout(layout)
            except CheckError as refused:
                raise CheckError(f"layout {number}: {refused}") from None
        if len(layouts) == self.hidden["fresh"]:
            for bound in ("low", "high"):
                mean = sum(Fraction(layout[bound]) for layout in layouts) / len(layouts)
                if abs(float(mean) - self.hidden["bounds"][bound]) > 1e-6:
                    raise CheckError(f"the mean of the layouts' bounds {bound} is {float(mean)}")

    def check_layout(self, layout: dict[str, Any]) -> None:
        """Checks the strategies on one layout."""
        seat = self.answer["seat"]
        play = {
            "deal": layout["layout"],
            "rules": self.answer["rules"],
            "contract": self.contract,
            "declarer": seat,
            "leader": self.certificate["leader"],
        }
        known = self.answer["deal"].split(":")[1].split()
        own = (SEATS.index(seat) - SEATS.index(self.answer["deal"][0])) % 3
        twelve = sum(read_hand(cards) for cards in (known[own], *known[3:]) if cards != "?")
        checked, low, high = 0, Fraction(0), Fraction(0)
        for part in layout["parts"]:
            strategies = Strategies(play)
            if strategies.start.hands[strategies.declarer] != twelve:
                raise CheckError("the declarer has other cards")
            strategies.mix = part["mix"]
            pairs = [sum(map(parse_card, mixed["discard"])) for mixed in self.mix]
            strategies.discards = [strategies.highest_of_runs(pair) for pair in pairs]
            numbers = [n for n, mixed in enumerate(self.mix) if mixed.get("lead") == part.get("lead")]
            start = strategies.start
            if (start.seat == strategies.declarer) != ("lead" in part):
                raise CheckError("the first card is missing, or is not the declarer's")
            if "lead" in part:
                for number in numbers:
                    strategies.play(strategies.after_discard(start, number), part["lead"], is_declarer=True)
                start = strategies.play_rules.play(start, parse_card(part["lead"]))
            weights = {number: self.weights[number] for number in numbers}
            checked += len(numbers)
            low += strategies.guaranteed_weight(0, start, weights)
            chances = strategies.defended_weight(part["defence"], 0, start, tuple(numbers))
            high += sum(weights[number] * chance for number, chance in chances.items())
        if checked != len(self.mix):
            raise CheckError("a discard of the mix is missing, or is listed twice")
        if low < Fraction(layout["low"]):
            raise CheckError(f"the mix guarantees a chance of {low}, not of {layout['low']}")
        if high > Fraction(layout["high"]):
            raise CheckError(f"the defence holds the mix to a chance of {high}, not of {layout['high']}")


def check_answer(answer: dict[str, Any]) -> None:
    """Checks an answer to `catch` or `evaluate`."""
    if "results" not in answer:
        return Checker(answer).check()
    results = [result for result in answer["results"] if "hidden" in result["talon"]]
    if not results:
        raise CheckError("an answer without a hidden discard: ask with --hidden --certify")
    for result in results:
        MixChecker(answer, result).check()
    return None


def cards_between(first: int, second: int) -> int:
    """The cards between two cards of one suit."""
    low, high = sorted((first, second))
    return (high - 1) & -low & ~low if low < high else 0


def find_runs(cards: int) -> list[int]:
    """The runs of a hand at the deal, when the other players hold all other cards."""
    runs: list[int] = []
    for card in bits(cards):
        if runs and runs[-1] << 1 & card and not card & SEVENS:
            runs[-1] |= card
        else:
            runs.append(card)
    return runs


def check_weights(name: str, weights: list[float]) -> None:
    """Checks that no weight is negative and that their sum is at most 1."""
    if any(weight < 0 for weight in weights) or sum(weights) > 1 + ROUNDING:
        raise CheckError(f"the weights of the {name} are not probabilities")


def main() -> None:
    """Checks the answers on standard input; exits with an error at the first answer that is refused."""
    count = 0
    for line in sys.stdin:
        count += 1
        try:
            check_answer(json.loads(line, parse_constant=refuse_constant))
        except CheckError as refused:
            sys.exit(f"line {count}: {refused}")
        except (KeyError, TypeError, ValueError, IndexError) as error:
            sys.exit(f"line {count} is not an answer with strategies: {error!r}")
    print(f"{count} answers are right")


if __name__ == "__main__":
    main()
