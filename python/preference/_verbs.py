"""The types of answers, and a function for each question. Written by generate.py."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal, NotRequired, TypedDict, overload

from preference._ask import verb
from preference._given import Rules

__all__ = [
    "AdviseAnswer",
    "AuctionAnswer",
    "CardsAnswer",
    "ContractOutcome",
    "DealAnswer",
    "Decision",
    "DefendAnswer",
    "Estimate",
    "EvaluateAnswer",
    "Gains",
    "LineAnswer",
    "Outcome",
    "ParAnswer",
    "PuzzleAnswer",
    "ReviewAnswer",
    "ScoreAnswer",
    "Seat",
    "SolveAnswer",
    "Step",
    "TalonAnswer",
    "Tricks",
    "UnknownTalonAnswer",
    "UsurpAnswer",
    "advise",
    "auction",
    "cards",
    "deal",
    "defend",
    "evaluate",
    "line",
    "par",
    "puzzle",
    "review",
    "score",
    "solve",
    "talon",
    "usurp"
]

Seat = Literal["F", "M", "R"]


class Tricks(TypedDict):
    F: int
    M: int
    R: int


class SolveAnswerResultsItem(TypedDict):
    declarer: Literal['F', 'M', 'R', None]
    contract: str
    leader: Literal['F', 'M', 'R', None]
    tricks: NotRequired[int | Tricks]
    made: NotRequired[bool]
    margin: int | None


class SolveAnswer(TypedDict):
    deal: str
    rules: str
    results: list[SolveAnswerResultsItem]
    id: NotRequired[str | float]


class TalonAnswerDiscardsItemResultsItem(TypedDict):
    contract: str
    tricks: NotRequired[int]
    made: bool
    gain: NotRequired[float]
    rank: NotRequired[int]


class TalonAnswerDiscardsItem(TypedDict):
    discard: list[str]
    group: int
    results: list[TalonAnswerDiscardsItemResultsItem]


class TalonAnswerBestItem(TypedDict):
    contract: str
    tricks: NotRequired[int]
    made: bool
    gain: NotRequired[float]
    discards: list[list[str]]


class TalonAnswerChoice(TypedDict):
    contract: str
    tricks: NotRequired[int]
    made: bool
    gain: NotRequired[float]
    discard: list[str]


class ContractOutcome(TypedDict):
    contract: str
    tricks: NotRequired[int]
    made: bool
    gain: NotRequired[float]


class TalonAnswer(TypedDict):
    deal: str
    rules: str
    declarer: Literal['F', 'M', 'R']
    by: NotRequired[Literal['gain']]
    model: NotRequired[Literal['selfish', 'allied', 'tricks']]
    discards: list[TalonAnswerDiscardsItem]
    best: list[TalonAnswerBestItem]
    choice: TalonAnswerChoice | None
    hand: list[ContractOutcome]
    talon_worth: NotRequired[float]
    id: NotRequired[str | float]


class Estimate(TypedDict):
    mean: float
    error: float
    low: float
    high: float


class UnknownTalonAnswerDiscardsItemResultsItem(TypedDict):
    contract: str
    chance: Estimate
    tricks: NotRequired[Estimate]
    gain: NotRequired[Estimate]


class UnknownTalonAnswerDiscardsItem(TypedDict):
    discard: list[str]
    results: list[UnknownTalonAnswerDiscardsItemResultsItem]


class UnknownTalonAnswerBestItem(TypedDict):
    contract: str
    chance: Estimate
    tricks: NotRequired[Estimate]
    gain: NotRequired[Estimate]
    discard: list[str]


class UnknownTalonAnswer(TypedDict):
    deal: str
    rules: str
    declarer: Literal['F', 'M', 'R']
    by: NotRequired[Literal['gain']]
    model: NotRequired[Literal['selfish', 'allied', 'tricks']]
    layouts: int
    of: int
    seed: int
    discards: list[UnknownTalonAnswerDiscardsItem]
    best: list[UnknownTalonAnswerBestItem]
    id: NotRequired[str | float]


class CardsAnswerTrick(TypedDict):
    leader: Literal['F', 'M', 'R']
    talon: NotRequired[str]
    cards: list[str]
    winner: Literal['F', 'M', 'R', None]


class CardsAnswerCardsItemCost(TypedDict):
    tricks: NotRequired[int]
    decides: bool


class Gains(TypedDict):
    F: float
    M: float
    R: float
    D: NotRequired[float]
    pot: float


class CardsAnswerCardsItem(TypedDict):
    card: str
    best: bool
    cost: NotRequired[CardsAnswerCardsItemCost]
    margin: int | None
    tricks: NotRequired[int | Tricks | None]
    gains: NotRequired[Gains]
    made: NotRequired[bool]


class CardsAnswer(TypedDict):
    deal: str
    rules: str
    declarer: Literal['F', 'M', 'R', None]
    contract: str
    by: NotRequired[Literal['gain']]
    model: NotRequired[Literal['selfish', 'allied', 'tricks']]
    to_move: Literal['F', 'M', 'R', None]
    trick: CardsAnswerTrick | None
    taken: Tricks
    cards: list[CardsAnswerCardsItem]
    id: NotRequired[str | float]


class LineAnswerLineTricksItem(TypedDict):
    leader: Literal['F', 'M', 'R']
    talon: NotRequired[str]
    cards: list[str]
    winner: Literal['F', 'M', 'R', None]


class LineAnswer(TypedDict):
    deal: str
    rules: str
    declarer: Literal['F', 'M', 'R', None]
    contract: str
    by: NotRequired[Literal['gain']]
    model: NotRequired[Literal['selfish', 'allied', 'tricks']]
    line: list[str]
    line_tricks: list[LineAnswerLineTricksItem]
    tricks: NotRequired[int | Tricks | None]
    gains: NotRequired[Gains]
    made: NotRequired[bool]
    id: NotRequired[str | float]


class DefendAnswerQuotas(TypedDict):
    both: bool
    together4: bool
    together5: bool


class DefendAnswerSeatsItem(TypedDict):
    seat: Literal['F', 'M', 'R']
    guaranteed: int
    with_partner: int
    alone: int | None


class Decision(TypedDict):
    seat: Literal['F', 'M', 'R']
    best: Literal['play', 'give-up', 'drop', 'alone', 'invite', 'kontra', 'rekontra', 'rekontra-left', 'rekontra-right', 'sub', 'mort', 'accept', 'announce', 'silent', 'whist', 'pass', 'half-whist']
    gains: dict[str, float]


class DefendAnswerOutcome(TypedDict):
    tricks: Tricks | None
    gains: Gains


class DefendAnswerSecure(TypedDict):
    F: float
    M: float
    R: float


class DefendAnswer(TypedDict):
    deal: str
    rules: str
    declarer: Literal['F', 'M', 'R', None]
    contract: str
    tricks: NotRequired[int]
    quotas: NotRequired[DefendAnswerQuotas]
    seats: NotRequired[list[DefendAnswerSeatsItem]]
    rules_of_thumb: NotRequired[list[Literal['partner', 'last', 'second']]]
    tricks_by_thumb: NotRequired[int]
    model: NotRequired[Literal['selfish', 'allied', 'tricks']]
    decisions: NotRequired[list[Decision]]
    outcome: NotRequired[DefendAnswerOutcome]
    secure: NotRequired[DefendAnswerSecure | Literal[None]]
    id: NotRequired[str | float]


class ParAnswerGame(TypedDict):
    bid: NotRequired[str]
    hand: bool
    contract: str
    discard: NotRequired[list[str]]
    usurped: NotRequired[bool]
    tricks: NotRequired[int]
    made: bool
    decisions: list[Decision]


class Outcome(TypedDict):
    tricks: NotRequired[int]
    made: bool


class ParAnswerMakesItem(TypedDict):
    declarer: Literal['F', 'M', 'R']
    contract: str
    hand: Outcome
    talon: Outcome


class ParAnswer(TypedDict):
    deal: str
    rules: str
    model: Literal['selfish', 'allied', 'tricks']
    calls: list[str]
    callers: list[Literal['F', 'M', 'R']]
    declarer: Literal['F', 'M', 'R', None]
    game: NotRequired[ParAnswerGame]
    then: NotRequired[Literal['given-up'] | Literal['redeal', 'dealer-plays', 'forehand-again', 'dealer-forced', 'second-round', 'bid-again', 'refa', 'raspasovka']]
    gains: Gains
    makes: list[ParAnswerMakesItem]
    id: NotRequired[str | float]


class UsurpAnswerDiscardsItem(TypedDict):
    discard: list[str]
    usurped: bool
    declarer: Literal['F', 'M', 'R']
    contract: str
    gain: float


class UsurpAnswerBestTakingsItem(TypedDict):
    seat: Literal['F', 'M', 'R']
    takes: list[str]
    discard: list[str]
    contract: NotRequired[str]


class UsurpAnswerBest(TypedDict):
    discard: list[str]
    takings: list[UsurpAnswerBestTakingsItem]
    declarer: Literal['F', 'M', 'R']
    contract: str
    tricks: NotRequired[int]
    made: bool
    gains: Gains


class UsurpAnswerAlone(TypedDict):
    discard: list[str]
    contract: str
    gain: float


class UsurpAnswer(TypedDict):
    deal: str
    rules: str
    model: Literal['selfish', 'allied', 'tricks']
    declarer: Literal['F', 'M', 'R']
    bid: int
    bidders: list[Literal['F', 'M', 'R']]
    discards: list[UsurpAnswerDiscardsItem]
    best: UsurpAnswerBest
    alone: UsurpAnswerAlone
    id: NotRequired[str | float]


class EvaluateAnswerResultsItemHand(TypedDict):
    chance: Estimate
    tricks: NotRequired[Estimate]
    gain: NotRequired[Estimate]


class EvaluateAnswerResultsItemTalon(TypedDict):
    chance: Estimate
    tricks: NotRequired[Estimate]
    gain: NotRequired[Estimate]


class EvaluateAnswerResultsItem(TypedDict):
    contract: str
    hand: NotRequired[EvaluateAnswerResultsItemHand]
    talon: EvaluateAnswerResultsItemTalon


class EvaluateAnswer(TypedDict):
    deal: str
    rules: str
    seat: Literal['F', 'M', 'R']
    model: Literal['selfish', 'allied', 'tricks']
    layouts: int
    of: int
    all: bool
    seed: int
    results: list[EvaluateAnswerResultsItem]
    partial: NotRequired[Literal[True]]
    id: NotRequired[str | float]


class AdviseAnswerCardsItem(TypedDict):
    card: str
    chance: Estimate
    tricks: NotRequired[Estimate]
    gain: NotRequired[Estimate]


class AdviseAnswer(TypedDict):
    deal: str
    rules: str
    declarer: Literal['F', 'M', 'R']
    contract: str
    to_move: Literal['F', 'M', 'R']
    layouts: int
    of: int
    all: bool
    seed: int
    cards: list[AdviseAnswerCardsItem]
    partial: NotRequired[Literal[True]]
    id: NotRequired[str | float]


class Step(TypedDict):
    seat: Literal['F', 'M', 'R']
    done: str
    best: list[str]
    tricks_lost: NotRequired[int]
    decided: bool
    gain_lost: NotRequired[float]


class ReviewAnswerDecisionsItem(TypedDict):
    seat: Literal['F', 'M', 'R']
    done: Literal['play', 'give-up', 'drop', 'alone', 'invite', 'kontra', 'rekontra', 'rekontra-left', 'rekontra-right', 'sub', 'mort', 'accept', 'announce', 'silent', 'whist', 'pass', 'half-whist']
    best: list[Literal['play', 'give-up', 'drop', 'alone', 'invite', 'kontra', 'rekontra', 'rekontra-left', 'rekontra-right', 'sub', 'mort', 'accept', 'announce', 'silent', 'whist', 'pass', 'half-whist']]
    tricks_lost: NotRequired[int]
    decided: bool
    gain_lost: NotRequired[float]


class ReviewAnswerBrokenItem(TypedDict):
    part: Literal['call', 'announcement', 'decisions', 'card', 'trick']
    number: NotRequired[int]
    problem: str


class ReviewAnswer(TypedDict):
    deal: str
    rules: str
    declarer: Literal['F', 'M', 'R', None]
    contract: str
    calls: list[Step]
    discard: NotRequired[Step]
    decisions: list[ReviewAnswerDecisionsItem]
    cards: list[Step]
    broken: list[ReviewAnswerBrokenItem]
    tricks: Tricks
    made: NotRequired[bool]
    id: NotRequired[str | float]


class ScoreAnswerWhole(TypedDict):
    F: int
    M: int
    R: int
    D: NotRequired[int]
    pot: int


class ScoreAnswer(TypedDict):
    rules: str
    F: float
    M: float
    R: float
    D: NotRequired[float]
    pot: float
    whole: NotRequired[ScoreAnswerWhole]
    id: NotRequired[str | float]


class AuctionAnswer(TypedDict):
    rules: str
    done: bool
    may_usurp: NotRequired[list[Literal['F', 'M', 'R']]]
    to_call: NotRequired[Literal['F', 'M', 'R']]
    allowed: NotRequired[list[str]]
    declarer: NotRequired[Literal['F', 'M', 'R', None]]
    then: NotRequired[Literal['redeal', 'dealer-plays', 'forehand-again', 'dealer-forced', 'second-round', 'bid-again', 'refa', 'raspasovka']]
    bid: NotRequired[str]
    hand: NotRequired[bool]
    or_hand: NotRequired[bool]
    id: NotRequired[str | float]


class DealAnswer(TypedDict):
    deal: str
    id: NotRequired[str | float]


class PuzzleAnswer(TypedDict):
    deal: str
    rules: str
    kind: Literal['lead', 'discard', 'defence']
    declarer: Literal['F', 'M', 'R']
    contract: str
    leader: Literal['F', 'M', 'R']
    solution: list[list[str]]
    depth: int
    id: NotRequired[str | float]



@overload
def solve(
    deal: str,
    *,
    rules: Rules | str | Mapping[str, Any] | None = None,
    contract: str | Sequence[str] | None = None,
    declarer: Literal['F', 'M', 'R', 'all'] | None = None,
    hand: bool | None = None,
    goal: Literal['tricks', 'made'] | None = None,
    leader: Literal['F', 'M', 'R', 'declarer', 'left', 'right'] | None = None,
    out: str | Sequence[Literal['F', 'M', 'R']] | None = None,
    trick: str | Sequence[str] | None = None,
    taken: Mapping[str, int] | str | None = None,
    run: int | None = None,
    played: str | Sequence[str] | None = None,
    talon_order: str | Sequence[str] | None = None,
    time_limit: float | None = None,
) -> SolveAnswer: ...
@overload
def solve(
    deal: list[str] | tuple[str, ...],
    *,
    rules: Rules | str | Mapping[str, Any] | None = None,
    contract: str | Sequence[str] | None = None,
    declarer: Literal['F', 'M', 'R', 'all'] | None = None,
    hand: bool | None = None,
    goal: Literal['tricks', 'made'] | None = None,
    leader: Literal['F', 'M', 'R', 'declarer', 'left', 'right'] | None = None,
    out: str | Sequence[Literal['F', 'M', 'R']] | None = None,
    trick: str | Sequence[str] | None = None,
    taken: Mapping[str, int] | str | None = None,
    run: int | None = None,
    played: str | Sequence[str] | None = None,
    talon_order: str | Sequence[str] | None = None,
    time_limit: float | None = None,
) -> list[SolveAnswer]: ...
def solve(
    deal: list[str] | tuple[str, ...] | str,
    *,
    rules: Rules | str | Mapping[str, Any] | None = None,
    contract: str | Sequence[str] | None = None,
    declarer: Literal['F', 'M', 'R', 'all'] | None = None,
    hand: bool | None = None,
    goal: Literal['tricks', 'made'] | None = None,
    leader: Literal['F', 'M', 'R', 'declarer', 'left', 'right'] | None = None,
    out: str | Sequence[Literal['F', 'M', 'R']] | None = None,
    trick: str | Sequence[str] | None = None,
    taken: Mapping[str, int] | str | None = None,
    run: int | None = None,
    played: str | Sequence[str] | None = None,
    talon_order: str | Sequence[str] | None = None,
    time_limit: float | None = None,
) -> SolveAnswer | list[SolveAnswer]:
    """Finds which contracts each hand makes, with all cards known.

    deal: Cards of the deal, or a list of deals
    rules: Rules: a preset with switches, or house rules in the shape of a file; those of the command by default
    contract: Contracts: S H D C N, levels as 7H, misere, slam, run6, uno; all for those of the rules; allpass, everybody for themselves, only by name
    declarer: Seat that declares, or all
    hand: The game is played from the hand (raises some targets)
    goal: Result to find: the number of tricks, or, faster, only whether the contract is made
    leader: Leader to the first trick, if it is not the leader by the rules
    out: Seats that dropped out: their cards are not played
    trick: Cards of the trick in progress, the lead first; they are no longer in the hands, and leader is the seat that led to this trick
    taken: Tricks that each seat took before
    run: For run6: the number of tricks in a row that the declarer has just taken
    played: Cards played so far, from the first lead on; they are still in the hands
    talon_order: For allpass: cards of the talon in the order in which they lead [default: as listed]
    time_limit: Time limit in seconds; when exceeded, averages and lists are answered as far as they are done, other questions with the error time

    Raises QuestionError if it cannot be answered.
    """
    answer: SolveAnswer | list[SolveAnswer] = verb("solve", {"deal": deal, "rules": rules, "contract": contract, "declarer": declarer, "hand": hand, "goal": goal, "leader": leader, "out": out, "trick": trick, "taken": taken, "run": run, "played": played, "talon_order": talon_order, "time_limit": time_limit}, several=not isinstance(deal, str))
    return answer


@overload
def talon(
    deal: str,
    *,
    rules: Rules | str | Mapping[str, Any] | None = None,
    contract: str | Sequence[str] | None = None,
    declarer: Seat,
    hand: bool | None = None,
    goal: Literal['tricks', 'made'] | None = None,
    by: Literal['tricks', 'made', 'gain'] | None = None,
    unknown_defence: int | None = None,
    seed: int | None = None,
    leader: Literal['F', 'M', 'R', 'declarer', 'left', 'right'] | None = None,
    out: str | Sequence[Literal['F', 'M', 'R']] | None = None,
    model: Literal['selfish', 'allied', 'tricks'] | None = None,
    pot: int | None = None,
    limit: int | None = None,
    refa: bool | None = None,
    four: bool | None = None,
    discards: str | int | None = None,
    time_limit: float | None = None,
) -> TalonAnswer | UnknownTalonAnswer: ...
@overload
def talon(
    deal: str | Sequence[str],
    *,
    rules: Rules | str | Mapping[str, Any] | None = None,
    contract: str | Sequence[str] | None = None,
    declarer: Literal['all'] | None = None,
    hand: bool | None = None,
    goal: Literal['tricks', 'made'] | None = None,
    by: Literal['tricks', 'made', 'gain'] | None = None,
    unknown_defence: int | None = None,
    seed: int | None = None,
    leader: Literal['F', 'M', 'R', 'declarer', 'left', 'right'] | None = None,
    out: str | Sequence[Literal['F', 'M', 'R']] | None = None,
    model: Literal['selfish', 'allied', 'tricks'] | None = None,
    pot: int | None = None,
    limit: int | None = None,
    refa: bool | None = None,
    four: bool | None = None,
    discards: str | int | None = None,
    time_limit: float | None = None,
) -> list[TalonAnswer | UnknownTalonAnswer]: ...
def talon(
    deal: str | Sequence[str],
    *,
    rules: Rules | str | Mapping[str, Any] | None = None,
    contract: str | Sequence[str] | None = None,
    declarer: Seat | Literal['all'] | None = None,
    hand: bool | None = None,
    goal: Literal['tricks', 'made'] | None = None,
    by: Literal['tricks', 'made', 'gain'] | None = None,
    unknown_defence: int | None = None,
    seed: int | None = None,
    leader: Literal['F', 'M', 'R', 'declarer', 'left', 'right'] | None = None,
    out: str | Sequence[Literal['F', 'M', 'R']] | None = None,
    model: Literal['selfish', 'allied', 'tricks'] | None = None,
    pot: int | None = None,
    limit: int | None = None,
    refa: bool | None = None,
    four: bool | None = None,
    discards: str | int | None = None,
    time_limit: float | None = None,
) -> TalonAnswer | UnknownTalonAnswer | list[TalonAnswer | UnknownTalonAnswer]:
    """Values every discard of the declarer under every contract, with all cards known or the defenders' unknown.

    deal: Cards of the deal, or a list of deals
    rules: Rules: a preset with switches, or house rules in the shape of a file; those of the command by default
    contract: Contracts: S H D C N, levels as 7H, misere, slam, run6, uno; all for those of the rules
    declarer: Seat that declares, or all
    hand: The game is played from the hand (raises some targets)
    goal: Result to find: the number of tricks, or, faster, only whether the contract is made
    by: Criterion of discards and contracts [default: the result that goal finds]
    unknown_defence: Number of random layouts of the two other hands, which are then taken as unknown
    seed: Random seed of the layouts [default: 1]
    leader: Leader to the first trick, if it is not the leader by the rules
    out: Seats that dropped out: their cards are not played
    model: Model of the defenders' decisions and play [default: selfish]
    pot: Contents of the pot before the hand, if hands are paid out of one
    limit: Limit of the pot, if it is not that of the rules
    refa: This hand is doubled by a mark for a deal that all passed
    four: Four players are at the table, and the dealer sits out
    discards: By gain: number of discards weighed for each contract, those with the best tricks, or all [default: 5]
    time_limit: Time limit in seconds; when exceeded, averages and lists are answered as far as they are done, other questions with the error time

    Raises QuestionError if it cannot be answered.
    """
    answer: TalonAnswer | UnknownTalonAnswer | list[TalonAnswer | UnknownTalonAnswer] = verb("talon", {"deal": deal, "rules": rules, "contract": contract, "declarer": declarer, "hand": hand, "goal": goal, "by": by, "unknown_defence": unknown_defence, "seed": seed, "leader": leader, "out": out, "model": model, "pot": pot, "limit": limit, "refa": refa, "four": four, "discards": discards, "time_limit": time_limit}, several=declarer in (None, "all") or not isinstance(deal, str))
    return answer


@overload
def cards(
    deal: str,
    *,
    rules: Rules | str | Mapping[str, Any] | None = None,
    contract: str | Sequence[str] | None = None,
    declarer: Literal['F', 'M', 'R'] | None = None,
    hand: bool | None = None,
    discard: str | Sequence[str] | None = None,
    leader: Literal['F', 'M', 'R', 'declarer', 'left', 'right'] | None = None,
    out: str | Sequence[Literal['F', 'M', 'R']] | None = None,
    trick: str | Sequence[str] | None = None,
    taken: Mapping[str, int] | str | None = None,
    run: int | None = None,
    played: str | Sequence[str] | None = None,
    talon_order: str | Sequence[str] | None = None,
    at: None = None,
    by: Literal['tricks', 'gain'] | None = None,
    model: Literal['selfish', 'allied', 'tricks'] | None = None,
    pot: int | None = None,
    limit: int | None = None,
    refa: bool | None = None,
    four: bool | None = None,
    guest: Literal['F', 'M', 'R'] | None = None,
    kontra: str | Sequence[Literal['F', 'M', 'R']] | None = None,
    doubling: int | None = None,
    rekontra: bool | None = None,
    answered: str | Sequence[Literal['F', 'M', 'R']] | None = None,
    sub: bool | None = None,
    mort: bool | None = None,
    whist: str | Sequence[Literal['F', 'M', 'R']] | None = None,
    half_whist: Literal['F', 'M', 'R'] | None = None,
    gave_up: bool | None = None,
    aces: Literal['4', 'none'] | None = None,
    talon: str | Sequence[str] | None = None,
    progression: int | None = None,
    time_limit: float | None = None,
) -> CardsAnswer: ...
@overload
def cards(
    deal: str,
    *,
    rules: Rules | str | Mapping[str, Any] | None = None,
    contract: str | Sequence[str] | None = None,
    declarer: Literal['F', 'M', 'R'] | None = None,
    hand: bool | None = None,
    discard: str | Sequence[str] | None = None,
    leader: Literal['F', 'M', 'R', 'declarer', 'left', 'right'] | None = None,
    out: str | Sequence[Literal['F', 'M', 'R']] | None = None,
    trick: str | Sequence[str] | None = None,
    taken: Mapping[str, int] | str | None = None,
    run: int | None = None,
    played: str | Sequence[str] | None = None,
    talon_order: str | Sequence[str] | None = None,
    at: int | Sequence[int],
    by: Literal['tricks', 'gain'] | None = None,
    model: Literal['selfish', 'allied', 'tricks'] | None = None,
    pot: int | None = None,
    limit: int | None = None,
    refa: bool | None = None,
    four: bool | None = None,
    guest: Literal['F', 'M', 'R'] | None = None,
    kontra: str | Sequence[Literal['F', 'M', 'R']] | None = None,
    doubling: int | None = None,
    rekontra: bool | None = None,
    answered: str | Sequence[Literal['F', 'M', 'R']] | None = None,
    sub: bool | None = None,
    mort: bool | None = None,
    whist: str | Sequence[Literal['F', 'M', 'R']] | None = None,
    half_whist: Literal['F', 'M', 'R'] | None = None,
    gave_up: bool | None = None,
    aces: Literal['4', 'none'] | None = None,
    talon: str | Sequence[str] | None = None,
    progression: int | None = None,
    time_limit: float | None = None,
) -> list[CardsAnswer]: ...
def cards(
    deal: str,
    *,
    rules: Rules | str | Mapping[str, Any] | None = None,
    contract: str | Sequence[str] | None = None,
    declarer: Literal['F', 'M', 'R'] | None = None,
    hand: bool | None = None,
    discard: str | Sequence[str] | None = None,
    leader: Literal['F', 'M', 'R', 'declarer', 'left', 'right'] | None = None,
    out: str | Sequence[Literal['F', 'M', 'R']] | None = None,
    trick: str | Sequence[str] | None = None,
    taken: Mapping[str, int] | str | None = None,
    run: int | None = None,
    played: str | Sequence[str] | None = None,
    talon_order: str | Sequence[str] | None = None,
    at: int | Sequence[int] | None = None,
    by: Literal['tricks', 'gain'] | None = None,
    model: Literal['selfish', 'allied', 'tricks'] | None = None,
    pot: int | None = None,
    limit: int | None = None,
    refa: bool | None = None,
    four: bool | None = None,
    guest: Literal['F', 'M', 'R'] | None = None,
    kontra: str | Sequence[Literal['F', 'M', 'R']] | None = None,
    doubling: int | None = None,
    rekontra: bool | None = None,
    answered: str | Sequence[Literal['F', 'M', 'R']] | None = None,
    sub: bool | None = None,
    mort: bool | None = None,
    whist: str | Sequence[Literal['F', 'M', 'R']] | None = None,
    half_whist: Literal['F', 'M', 'R'] | None = None,
    gave_up: bool | None = None,
    aces: Literal['4', 'none'] | None = None,
    talon: str | Sequence[str] | None = None,
    progression: int | None = None,
    time_limit: float | None = None,
) -> CardsAnswer | list[CardsAnswer]:
    """Values each legal card.

    deal: Cards of the deal
    rules: Rules: a preset with switches, or house rules in the shape of a file; those of the command by default
    contract: Contract: S H D C N, a level as 7H, misere, slam, run6 or uno; or allpass, everybody for themselves
    declarer: Seat that declares; nobody after allpass
    hand: The game is played from the hand (raises some targets)
    discard: The two cards that the declarer laid aside, still in the hand of twelve
    leader: Leader to the first trick, if it is not the leader by the rules
    out: Seats that dropped out: their cards are not played
    trick: Cards of the trick in progress, the lead first; they are no longer in the hands, and leader is the seat that led to this trick
    taken: Tricks that each seat took before
    run: For run6: the number of tricks in a row that the declarer has just taken
    played: Cards played so far, from the first lead on; they are still in the hands
    talon_order: For allpass: cards of the talon in the order in which they lead [default: as listed]
    at: Numbers of cards of played: the question is answered after each of these numbers
    by: Criterion of the play [default: tricks]
    model: Model of the defenders' decisions and play [default: selfish]
    pot: Contents of the pot before the hand, if hands are paid out of one
    limit: Limit of the pot, if it is not that of the rules
    refa: This hand is doubled by a mark for a deal that all passed
    four: Four players are at the table, and the dealer sits out
    guest: Defender who played at the invitation of the other one
    kontra: Defenders who said kontra
    doubling: Level of doubling: 1 kontra, 2 rekontra, 3 sub, 4 mort; in place of the answers by name
    rekontra: The declarer answered with rekontra
    answered: Defenders whose kontra alone the declarer answered [default: all]
    sub: The defender answered with sub
    mort: The declarer answered with mort
    whist: Defenders who said whist, in the order of speaking [default: all who are not out]
    half_whist: Defender who said half-whist
    gave_up: The declarer gave up before the play
    aces: The declarer's aces: 4, or none if announced
    talon: The two cards of the talon, as '.A..A' or 'HA CA'
    progression: For allpass, by gain: number of hands in a row that all have passed, this one included [default: 1]
    time_limit: Time limit in seconds; when exceeded, averages and lists are answered as far as they are done, other questions with the error time

    Raises QuestionError if it cannot be answered.
    """
    answer: CardsAnswer | list[CardsAnswer] = verb("cards", {"deal": deal, "rules": rules, "contract": contract, "declarer": declarer, "hand": hand, "discard": discard, "leader": leader, "out": out, "trick": trick, "taken": taken, "run": run, "played": played, "talon_order": talon_order, "at": at, "by": by, "model": model, "pot": pot, "limit": limit, "refa": refa, "four": four, "guest": guest, "kontra": kontra, "doubling": doubling, "rekontra": rekontra, "answered": answered, "sub": sub, "mort": mort, "whist": whist, "half_whist": half_whist, "gave_up": gave_up, "aces": aces, "talon": talon, "progression": progression, "time_limit": time_limit}, several=at is not None)
    return answer


@overload
def line(
    deal: str,
    *,
    rules: Rules | str | Mapping[str, Any] | None = None,
    contract: str | Sequence[str] | None = None,
    declarer: Literal['F', 'M', 'R'] | None = None,
    hand: bool | None = None,
    discard: str | Sequence[str] | None = None,
    leader: Literal['F', 'M', 'R', 'declarer', 'left', 'right'] | None = None,
    out: str | Sequence[Literal['F', 'M', 'R']] | None = None,
    trick: str | Sequence[str] | None = None,
    taken: Mapping[str, int] | str | None = None,
    run: int | None = None,
    played: str | Sequence[str] | None = None,
    talon_order: str | Sequence[str] | None = None,
    at: None = None,
    by: Literal['tricks', 'gain'] | None = None,
    model: Literal['selfish', 'allied', 'tricks'] | None = None,
    pot: int | None = None,
    limit: int | None = None,
    refa: bool | None = None,
    four: bool | None = None,
    guest: Literal['F', 'M', 'R'] | None = None,
    kontra: str | Sequence[Literal['F', 'M', 'R']] | None = None,
    doubling: int | None = None,
    rekontra: bool | None = None,
    answered: str | Sequence[Literal['F', 'M', 'R']] | None = None,
    sub: bool | None = None,
    mort: bool | None = None,
    whist: str | Sequence[Literal['F', 'M', 'R']] | None = None,
    half_whist: Literal['F', 'M', 'R'] | None = None,
    gave_up: bool | None = None,
    aces: Literal['4', 'none'] | None = None,
    talon: str | Sequence[str] | None = None,
    progression: int | None = None,
    time_limit: float | None = None,
) -> LineAnswer: ...
@overload
def line(
    deal: str,
    *,
    rules: Rules | str | Mapping[str, Any] | None = None,
    contract: str | Sequence[str] | None = None,
    declarer: Literal['F', 'M', 'R'] | None = None,
    hand: bool | None = None,
    discard: str | Sequence[str] | None = None,
    leader: Literal['F', 'M', 'R', 'declarer', 'left', 'right'] | None = None,
    out: str | Sequence[Literal['F', 'M', 'R']] | None = None,
    trick: str | Sequence[str] | None = None,
    taken: Mapping[str, int] | str | None = None,
    run: int | None = None,
    played: str | Sequence[str] | None = None,
    talon_order: str | Sequence[str] | None = None,
    at: int | Sequence[int],
    by: Literal['tricks', 'gain'] | None = None,
    model: Literal['selfish', 'allied', 'tricks'] | None = None,
    pot: int | None = None,
    limit: int | None = None,
    refa: bool | None = None,
    four: bool | None = None,
    guest: Literal['F', 'M', 'R'] | None = None,
    kontra: str | Sequence[Literal['F', 'M', 'R']] | None = None,
    doubling: int | None = None,
    rekontra: bool | None = None,
    answered: str | Sequence[Literal['F', 'M', 'R']] | None = None,
    sub: bool | None = None,
    mort: bool | None = None,
    whist: str | Sequence[Literal['F', 'M', 'R']] | None = None,
    half_whist: Literal['F', 'M', 'R'] | None = None,
    gave_up: bool | None = None,
    aces: Literal['4', 'none'] | None = None,
    talon: str | Sequence[str] | None = None,
    progression: int | None = None,
    time_limit: float | None = None,
) -> list[LineAnswer]: ...
def line(
    deal: str,
    *,
    rules: Rules | str | Mapping[str, Any] | None = None,
    contract: str | Sequence[str] | None = None,
    declarer: Literal['F', 'M', 'R'] | None = None,
    hand: bool | None = None,
    discard: str | Sequence[str] | None = None,
    leader: Literal['F', 'M', 'R', 'declarer', 'left', 'right'] | None = None,
    out: str | Sequence[Literal['F', 'M', 'R']] | None = None,
    trick: str | Sequence[str] | None = None,
    taken: Mapping[str, int] | str | None = None,
    run: int | None = None,
    played: str | Sequence[str] | None = None,
    talon_order: str | Sequence[str] | None = None,
    at: int | Sequence[int] | None = None,
    by: Literal['tricks', 'gain'] | None = None,
    model: Literal['selfish', 'allied', 'tricks'] | None = None,
    pot: int | None = None,
    limit: int | None = None,
    refa: bool | None = None,
    four: bool | None = None,
    guest: Literal['F', 'M', 'R'] | None = None,
    kontra: str | Sequence[Literal['F', 'M', 'R']] | None = None,
    doubling: int | None = None,
    rekontra: bool | None = None,
    answered: str | Sequence[Literal['F', 'M', 'R']] | None = None,
    sub: bool | None = None,
    mort: bool | None = None,
    whist: str | Sequence[Literal['F', 'M', 'R']] | None = None,
    half_whist: Literal['F', 'M', 'R'] | None = None,
    gave_up: bool | None = None,
    aces: Literal['4', 'none'] | None = None,
    talon: str | Sequence[str] | None = None,
    progression: int | None = None,
    time_limit: float | None = None,
) -> LineAnswer | list[LineAnswer]:
    """Finds a line of best play.

    deal: Cards of the deal
    rules: Rules: a preset with switches, or house rules in the shape of a file; those of the command by default
    contract: Contract: S H D C N, a level as 7H, misere, slam, run6 or uno; or allpass, everybody for themselves
    declarer: Seat that declares; nobody after allpass
    hand: The game is played from the hand (raises some targets)
    discard: The two cards that the declarer laid aside, still in the hand of twelve
    leader: Leader to the first trick, if it is not the leader by the rules
    out: Seats that dropped out: their cards are not played
    trick: Cards of the trick in progress, the lead first; they are no longer in the hands, and leader is the seat that led to this trick
    taken: Tricks that each seat took before
    run: For run6: the number of tricks in a row that the declarer has just taken
    played: Cards played so far, from the first lead on; they are still in the hands
    talon_order: For allpass: cards of the talon in the order in which they lead [default: as listed]
    at: Numbers of cards of played: the question is answered after each of these numbers
    by: Criterion of the play [default: tricks]
    model: Model of the defenders' decisions and play [default: selfish]
    pot: Contents of the pot before the hand, if hands are paid out of one
    limit: Limit of the pot, if it is not that of the rules
    refa: This hand is doubled by a mark for a deal that all passed
    four: Four players are at the table, and the dealer sits out
    guest: Defender who played at the invitation of the other one
    kontra: Defenders who said kontra
    doubling: Level of doubling: 1 kontra, 2 rekontra, 3 sub, 4 mort; in place of the answers by name
    rekontra: The declarer answered with rekontra
    answered: Defenders whose kontra alone the declarer answered [default: all]
    sub: The defender answered with sub
    mort: The declarer answered with mort
    whist: Defenders who said whist, in the order of speaking [default: all who are not out]
    half_whist: Defender who said half-whist
    gave_up: The declarer gave up before the play
    aces: The declarer's aces: 4, or none if announced
    talon: The two cards of the talon, as '.A..A' or 'HA CA'
    progression: For allpass, by gain: number of hands in a row that all have passed, this one included [default: 1]
    time_limit: Time limit in seconds; when exceeded, averages and lists are answered as far as they are done, other questions with the error time

    Raises QuestionError if it cannot be answered.
    """
    answer: LineAnswer | list[LineAnswer] = verb("line", {"deal": deal, "rules": rules, "contract": contract, "declarer": declarer, "hand": hand, "discard": discard, "leader": leader, "out": out, "trick": trick, "taken": taken, "run": run, "played": played, "talon_order": talon_order, "at": at, "by": by, "model": model, "pot": pot, "limit": limit, "refa": refa, "four": four, "guest": guest, "kontra": kontra, "doubling": doubling, "rekontra": rekontra, "answered": answered, "sub": sub, "mort": mort, "whist": whist, "half_whist": half_whist, "gave_up": gave_up, "aces": aces, "talon": talon, "progression": progression, "time_limit": time_limit}, several=at is not None)
    return answer


def defend(
    deal: str,
    *,
    rules: Rules | str | Mapping[str, Any] | None = None,
    contract: str | Sequence[str] | None = None,
    declarer: Literal['F', 'M', 'R'] | None = None,
    hand: bool | None = None,
    discard: str | Sequence[str] | None = None,
    leader: Literal['F', 'M', 'R', 'declarer', 'left', 'right'] | None = None,
    out: str | Sequence[Literal['F', 'M', 'R']] | None = None,
    trick: str | Sequence[str] | None = None,
    taken: Mapping[str, int] | str | None = None,
    run: int | None = None,
    played: str | Sequence[str] | None = None,
    settle: bool | None = None,
    rule_of_thumb: str | Sequence[str] | None = None,
    model: Literal['selfish', 'allied', 'tricks'] | None = None,
    pot: int | None = None,
    limit: int | None = None,
    refa: bool | None = None,
    four: bool | None = None,
    time_limit: float | None = None,
) -> DefendAnswer:
    """Finds what the defenders can make sure of, their decisions, and the payment.

    deal: Cards of the deal
    rules: Rules: a preset with switches, or house rules in the shape of a file; those of the command by default
    contract: Contract: S H D C N, a level as 7H, misere, slam, run6 or uno
    declarer: Seat that declares
    hand: The game is played from the hand (raises some targets)
    discard: The two cards that the declarer laid aside, still in the hand of twelve
    leader: Leader to the first trick, if it is not the leader by the rules
    out: Seats that dropped out: their cards are not played
    trick: Cards of the trick in progress, the lead first; they are no longer in the hands, and leader is the seat that led to this trick
    taken: Tricks that each seat took before
    run: For run6: the number of tricks in a row that the declarer has just taken
    played: Cards played so far, from the first lead on; they are still in the hands
    settle: Add the decisions before the play and what the hand then pays
    rule_of_thumb: Rules of thumb that the defenders keep to: partner, last, second or all (see pref thumb)
    model: Model of the defenders' decisions and play [default: selfish]
    pot: Contents of the pot before the hand, if hands are paid out of one
    limit: Limit of the pot, if it is not that of the rules
    refa: This hand is doubled by a mark for a deal that all passed
    four: Four players are at the table, and the dealer sits out
    time_limit: Time limit in seconds; when exceeded, averages and lists are answered as far as they are done, other questions with the error time

    Raises QuestionError if it cannot be answered.
    """
    answer: DefendAnswer = verb("defend", {"deal": deal, "rules": rules, "contract": contract, "declarer": declarer, "hand": hand, "discard": discard, "leader": leader, "out": out, "trick": trick, "taken": taken, "run": run, "played": played, "settle": settle, "rule_of_thumb": rule_of_thumb, "model": model, "pot": pot, "limit": limit, "refa": refa, "four": four, "time_limit": time_limit}, several=False)
    return answer


def par(
    deal: str,
    *,
    rules: Rules | str | Mapping[str, Any] | None = None,
    model: Literal['selfish', 'allied', 'tricks'] | None = None,
    pot: int | None = None,
    limit: int | None = None,
    refa: bool | None = None,
    four: bool | None = None,
    discards: str | int | None = None,
    passed: int | None = None,
    time_limit: float | None = None,
) -> ParAnswer:
    """Finds the auction in which everybody calls best, with all cards known.

    deal: Cards of the deal
    rules: Rules: a preset with switches, or house rules in the shape of a file; those of the command by default
    model: Model of the defenders' decisions and play [default: selfish]
    pot: Contents of the pot before the hand, if hands are paid out of one
    limit: Limit of the pot, if it is not that of the rules
    refa: This hand is doubled by a mark for a deal that all passed
    four: Four players are at the table, and the dealer sits out
    discards: By gain: number of discards weighed for each contract, those with the best tricks, or all [default: 5]
    passed: Number of deals in a row that all have passed before this one
    time_limit: Time limit in seconds; when exceeded, averages and lists are answered as far as they are done, other questions with the error time

    Raises QuestionError if it cannot be answered.
    """
    answer: ParAnswer = verb("par", {"deal": deal, "rules": rules, "model": model, "pot": pot, "limit": limit, "refa": refa, "four": four, "discards": discards, "passed": passed, "time_limit": time_limit}, several=False)
    return answer


def usurp(
    deal: str,
    *,
    rules: Rules | str | Mapping[str, Any] | None = None,
    declarer: Literal['F', 'M', 'R'] | None = None,
    bid: int | None = None,
    bidders: str | Sequence[Literal['F', 'M', 'R']] | None = None,
    calls: str | Sequence[str] | None = None,
    model: Literal['selfish', 'allied', 'tricks'] | None = None,
    pot: int | None = None,
    limit: int | None = None,
    refa: bool | None = None,
    four: bool | None = None,
    time_limit: float | None = None,
) -> UsurpAnswer:
    """Values every discard of the declarer when an opponent may take it up.

    deal: Cards of the deal
    rules: Rules: a preset with switches, or house rules in the shape of a file; those of the command by default
    declarer: Seat that declares
    bid: Number of the bid [default: 1]
    bidders: Opponents who have bid too, and may take the cards [default: both]
    calls: Calls of the auction, in turn from forehand, in place of its result
    model: Model of the defenders' decisions and play [default: selfish]
    pot: Contents of the pot before the hand, if hands are paid out of one
    limit: Limit of the pot, if it is not that of the rules
    refa: This hand is doubled by a mark for a deal that all passed
    four: Four players are at the table, and the dealer sits out
    time_limit: Time limit in seconds; when exceeded, averages and lists are answered as far as they are done, other questions with the error time

    Raises QuestionError if it cannot be answered.
    """
    answer: UsurpAnswer = verb("usurp", {"deal": deal, "rules": rules, "declarer": declarer, "bid": bid, "bidders": bidders, "calls": calls, "model": model, "pot": pot, "limit": limit, "refa": refa, "four": four, "time_limit": time_limit}, several=False)
    return answer


def evaluate(
    deal: str,
    *,
    rules: Rules | str | Mapping[str, Any] | None = None,
    contract: str | Sequence[str] | None = None,
    goal: Literal['tricks', 'made'] | None = None,
    layouts: int | None = None,
    seed: int | None = None,
    where: str | Sequence[str] | None = None,
    passed: str | Sequence[Literal['F', 'M', 'R']] | None = None,
    bid: str | Sequence[Literal['F', 'M', 'R']] | None = None,
    model: Literal['selfish', 'allied', 'tricks'] | None = None,
    pot: int | None = None,
    time_limit: float | None = None,
) -> EvaluateAnswer:
    """Estimates how often a hand makes each contract, the others' cards unknown.

    deal: Cards of the deal
    rules: Rules: a preset with switches, or house rules in the shape of a file; those of the command by default
    contract: Contracts: S H D C N, levels as 7H, misere, slam, run6, uno; all for those of the rules
    goal: Result to find: tricks and gains too, or, faster, only how often contracts are made
    layouts: Number of random layouts of the unknown cards; all layouts are used if there are fewer
    seed: Random seed
    where: Condition on a hand, as M:S>=2, R:A>=1, R:HD=0; may be repeated
    passed: Seats that have passed: their hand makes no contract without the talon
    bid: Seats that have bid: their hand makes a contract with the talon
    model: Model of the defenders' decisions and play
    pot: Contents of the pot before the hand, where it decides what is paid
    time_limit: Time limit in seconds; when exceeded, averages and lists are answered as far as they are done, other questions with the error time

    Raises QuestionError if it cannot be answered.
    """
    answer: EvaluateAnswer = verb("evaluate", {"deal": deal, "rules": rules, "contract": contract, "goal": goal, "layouts": layouts, "seed": seed, "where": where, "passed": passed, "bid": bid, "model": model, "pot": pot, "time_limit": time_limit}, several=False)
    return answer


@overload
def advise(
    deal: str,
    *,
    rules: Rules | str | Mapping[str, Any] | None = None,
    contract: str | Sequence[str] | None = None,
    declarer: Literal['F', 'M', 'R'] | None = None,
    hand: bool | None = None,
    discard: str | Sequence[str] | None = None,
    played: str | Sequence[str] | None = None,
    at: None = None,
    leader: Literal['F', 'M', 'R', 'declarer', 'left', 'right'] | None = None,
    out: str | Sequence[Literal['F', 'M', 'R']] | None = None,
    layouts: int | None = None,
    seed: int | None = None,
    where: str | Sequence[str] | None = None,
    time_limit: float | None = None,
) -> AdviseAnswer: ...
@overload
def advise(
    deal: str,
    *,
    rules: Rules | str | Mapping[str, Any] | None = None,
    contract: str | Sequence[str] | None = None,
    declarer: Literal['F', 'M', 'R'] | None = None,
    hand: bool | None = None,
    discard: str | Sequence[str] | None = None,
    played: str | Sequence[str] | None = None,
    at: int | Sequence[int],
    leader: Literal['F', 'M', 'R', 'declarer', 'left', 'right'] | None = None,
    out: str | Sequence[Literal['F', 'M', 'R']] | None = None,
    layouts: int | None = None,
    seed: int | None = None,
    where: str | Sequence[str] | None = None,
    time_limit: float | None = None,
) -> list[AdviseAnswer]: ...
def advise(
    deal: str,
    *,
    rules: Rules | str | Mapping[str, Any] | None = None,
    contract: str | Sequence[str] | None = None,
    declarer: Literal['F', 'M', 'R'] | None = None,
    hand: bool | None = None,
    discard: str | Sequence[str] | None = None,
    played: str | Sequence[str] | None = None,
    at: int | Sequence[int] | None = None,
    leader: Literal['F', 'M', 'R', 'declarer', 'left', 'right'] | None = None,
    out: str | Sequence[Literal['F', 'M', 'R']] | None = None,
    layouts: int | None = None,
    seed: int | None = None,
    where: str | Sequence[str] | None = None,
    time_limit: float | None = None,
) -> AdviseAnswer | list[AdviseAnswer]:
    """Estimates the value of each legal card, the others' cards unknown.

    deal: Cards of the deal
    rules: Rules: a preset with switches, or house rules in the shape of a file; those of the command by default
    contract: Contract: S H D C N, a level as 7H, misere, slam, run6 or uno
    declarer: Seat that declares
    hand: The game is played from the hand (raises some targets)
    discard: The two cards that the declarer laid aside, still in the hand of twelve
    played: Cards played so far, from the first lead on
    at: Numbers of cards of played: the question is answered after each of these numbers
    leader: Leader to the first trick, if it is not the leader by the rules
    out: Seats that dropped out: their cards are not played
    layouts: Number of random layouts of the unknown cards; all layouts are used if there are fewer
    seed: Random seed
    where: Condition on a hand, as M:S>=2, R:A>=1, R:HD=0; may be repeated
    time_limit: Time limit in seconds; when exceeded, averages and lists are answered as far as they are done, other questions with the error time

    Raises QuestionError if it cannot be answered.
    """
    answer: AdviseAnswer | list[AdviseAnswer] = verb("advise", {"deal": deal, "rules": rules, "contract": contract, "declarer": declarer, "hand": hand, "discard": discard, "played": played, "at": at, "leader": leader, "out": out, "layouts": layouts, "seed": seed, "where": where, "time_limit": time_limit}, several=at is not None)
    return answer


def review(
    deal: str,
    *,
    rules: Rules | str | Mapping[str, Any] | None = None,
    contract: str | Sequence[str] | None = None,
    declarer: Literal['F', 'M', 'R'] | None = None,
    hand: bool | None = None,
    calls: str | Sequence[str] | None = None,
    discard: str | Sequence[str] | None = None,
    played: str | Sequence[str] | None = None,
    leader: Literal['F', 'M', 'R', 'declarer', 'left', 'right'] | None = None,
    out: str | Sequence[Literal['F', 'M', 'R']] | None = None,
    talon_order: str | Sequence[str] | None = None,
    guest: Literal['F', 'M', 'R'] | None = None,
    kontra: str | Sequence[Literal['F', 'M', 'R']] | None = None,
    doubling: int | None = None,
    rekontra: bool | None = None,
    answered: str | Sequence[Literal['F', 'M', 'R']] | None = None,
    sub: bool | None = None,
    mort: bool | None = None,
    whist: str | Sequence[Literal['F', 'M', 'R']] | None = None,
    half_whist: Literal['F', 'M', 'R'] | None = None,
    gave_up: bool | None = None,
    aces: Literal['4', 'none'] | None = None,
    talon: str | Sequence[str] | None = None,
    model: Literal['selfish', 'allied', 'tricks'] | None = None,
    pot: int | None = None,
    limit: int | None = None,
    refa: bool | None = None,
    four: bool | None = None,
    discards: str | int | None = None,
    progression: int | None = None,
    time_limit: float | None = None,
) -> ReviewAnswer:
    """Finds the cost of each call, discard, decision and card of a played hand. The program takes the hand from a record, so that only the options of the review are flags.

    deal: Cards of the deal
    rules: Rules: a preset with switches, or house rules in the shape of a file; those of the command by default
    contract: Contract: S H D C N, a level as 7H, misere, slam, run6 or uno; or allpass
    declarer: Seat that declared; nobody after allpass
    hand: The game is played from the hand (raises some targets)
    calls: Calls, in turn from forehand
    discard: The two cards that the declarer laid aside
    played: Cards played, from the first lead on
    leader: Leader to the first trick, if it is not the leader by the rules
    out: Seats that dropped out: their cards are not played
    talon_order: For allpass: cards of the talon in the order in which they lead [default: as listed]
    guest: Defender who played at the invitation of the other one
    kontra: Defenders who said kontra
    doubling: Level of doubling: 1 kontra, 2 rekontra, 3 sub, 4 mort; in place of the answers by name
    rekontra: The declarer answered with rekontra
    answered: Defenders whose kontra alone the declarer answered [default: all]
    sub: The defender answered with sub
    mort: The declarer answered with mort
    whist: Defenders who said whist, in the order of speaking [default: all who are not out]
    half_whist: Defender who said half-whist
    gave_up: The declarer gave up before the play
    aces: The declarer's aces: 4, or none if announced
    talon: The two cards of the talon, as '.A..A' or 'HA CA'
    model: Model of the defenders' decisions and play [default: selfish]
    pot: Contents of the pot before the hand, if hands are paid out of one
    limit: Limit of the pot, if it is not that of the rules
    refa: This hand is doubled by a mark for a deal that all passed
    four: Four players are at the table, and the dealer sits out
    discards: By gain: number of discards weighed for each contract, those with the best tricks, or all [default: 5]
    progression: For allpass, by gain: number of hands in a row that all have passed, this one included [default: 1]
    time_limit: Time limit in seconds; when exceeded, averages and lists are answered as far as they are done, other questions with the error time

    Raises QuestionError if it cannot be answered.
    """
    answer: ReviewAnswer = verb("review", {"deal": deal, "rules": rules, "contract": contract, "declarer": declarer, "hand": hand, "calls": calls, "discard": discard, "played": played, "leader": leader, "out": out, "talon_order": talon_order, "guest": guest, "kontra": kontra, "doubling": doubling, "rekontra": rekontra, "answered": answered, "sub": sub, "mort": mort, "whist": whist, "half_whist": half_whist, "gave_up": gave_up, "aces": aces, "talon": talon, "model": model, "pot": pot, "limit": limit, "refa": refa, "four": four, "discards": discards, "progression": progression, "time_limit": time_limit}, several=False)
    return answer


def score(
    *,
    rules: Rules | str | Mapping[str, Any] | None = None,
    contract: str | Sequence[str] | None = None,
    declarer: Literal['F', 'M', 'R'] | None = None,
    tricks: Mapping[str, int] | str | None = None,
    made: Literal['yes', 'no'] | None = None,
    hand: bool | None = None,
    out: str | Sequence[Literal['F', 'M', 'R']] | None = None,
    guest: Literal['F', 'M', 'R'] | None = None,
    kontra: str | Sequence[Literal['F', 'M', 'R']] | None = None,
    doubling: int | None = None,
    rekontra: bool | None = None,
    answered: str | Sequence[Literal['F', 'M', 'R']] | None = None,
    sub: bool | None = None,
    mort: bool | None = None,
    whist: str | Sequence[Literal['F', 'M', 'R']] | None = None,
    half_whist: Literal['F', 'M', 'R'] | None = None,
    gave_up: bool | None = None,
    aces: Literal['4', 'none'] | None = None,
    talon: str | Sequence[str] | None = None,
    pot: int | None = None,
    limit: int | None = None,
    refa: bool | None = None,
    four: bool | None = None,
    dealer: Literal['F', 'M', 'R', 'D'] | None = None,
    offer: int | None = None,
    other_offers: Mapping[str, int] | str | None = None,
    progression: int | None = None,
    totals: Mapping[str, Any] | str | None = None,
    whole: bool | None = None,
    time_limit: float | None = None,
) -> ScoreAnswer:
    """Settles a played hand, or a finished score sheet.

    rules: Rules: a preset with switches, or house rules in the shape of a file; those of the command by default
    contract: Contract: S H D C N, a level as 7H, misere, slam, run6 or uno, open-misere, open-slam; allpass when everybody passed
    declarer: Seat that declared
    tricks: Tricks of each seat; for misere and slam the declarer's are enough
    made: Whether the contract was made, where the tricks do not tell (run6)
    hand: The game was played from the hand
    out: Seats that dropped out; under Russian rules, where nobody does, seats that passed, as if left out of whist
    guest: Defender who played at the invitation of the other one
    kontra: Defenders who said kontra
    doubling: Level of doubling: 1 kontra, 2 rekontra, 3 sub, 4 mort; in place of the answers by name
    rekontra: The declarer answered with rekontra
    answered: Defenders whose kontra alone the declarer answered [default: all]
    sub: The defender answered with sub
    mort: The declarer answered with mort
    whist: Defenders who said whist, in the order of speaking [default: all who are not out]
    half_whist: Defender who said half-whist
    gave_up: The declarer gave up before the play
    aces: The declarer's aces: 4, or none if announced
    talon: The two cards of the talon, as '.A..A' or 'HA CA'
    pot: Contents of the pot before the hand, if hands are paid out of one
    limit: Limit of the pot, if it is not that of the rules
    refa: This hand is doubled by a mark for a deal that all passed
    four: Four players are at the table, and the dealer sits out
    dealer: Dealer; D, with four at the table, sits out
    offer: Offer of the declarer to the pot for the talon
    other_offers: Offers of the others, where all who offer pay
    progression: For allpass: number of hands in a row that all have passed, this one included [default: 1]
    totals: Totals of a finished sheet, in place of a hand: JSON, or a file of it
    whole: Give the gains in whole numbers too, with the same sum
    time_limit: Time limit in seconds; when exceeded, averages and lists are answered as far as they are done, other questions with the error time

    Raises QuestionError if it cannot be answered.
    """
    answer: ScoreAnswer = verb("score", {"rules": rules, "contract": contract, "declarer": declarer, "tricks": tricks, "made": made, "hand": hand, "out": out, "guest": guest, "kontra": kontra, "doubling": doubling, "rekontra": rekontra, "answered": answered, "sub": sub, "mort": mort, "whist": whist, "half_whist": half_whist, "gave_up": gave_up, "aces": aces, "talon": talon, "pot": pot, "limit": limit, "refa": refa, "four": four, "dealer": dealer, "offer": offer, "other_offers": other_offers, "progression": progression, "totals": totals, "whole": whole, "time_limit": time_limit}, several=False)
    return answer


def auction(
    *,
    rules: Rules | str | Mapping[str, Any] | None = None,
    calls: str | Sequence[str] | None = None,
    passed: int | None = None,
    time_limit: float | None = None,
) -> AuctionAnswer:
    """Finds the declarer after these calls, or the seat to call and its calls.

    rules: Rules: a preset with switches, or house rules in the shape of a file; those of the command by default
    calls: Calls so far, in turn from forehand, separated by blanks or commas; none for the first call
    passed: Number of deals in a row that all have passed before this one, where that raises the lowest bid
    time_limit: Time limit in seconds; when exceeded, averages and lists are answered as far as they are done, other questions with the error time

    Raises QuestionError if it cannot be answered.
    """
    answer: AuctionAnswer = verb("auction", {"rules": rules, "calls": calls, "passed": passed, "time_limit": time_limit}, several=False)
    return answer


@overload
def deal(
    *,
    rules: Rules | str | Mapping[str, Any] | None = None,
    count: None = None,
    seed: int | None = None,
    where: str | Sequence[str] | None = None,
    makes: str | Sequence[str] | None = None,
    from_: str | None = None,
    tries: int | None = None,
    time_limit: float | None = None,
) -> DealAnswer: ...
@overload
def deal(
    *,
    rules: Rules | str | Mapping[str, Any] | None = None,
    count: int,
    seed: int | None = None,
    where: str | Sequence[str] | None = None,
    makes: str | Sequence[str] | None = None,
    from_: str | None = None,
    tries: int | None = None,
    time_limit: float | None = None,
) -> list[DealAnswer]: ...
def deal(
    *,
    rules: Rules | str | Mapping[str, Any] | None = None,
    count: int | None = None,
    seed: int | None = None,
    where: str | Sequence[str] | None = None,
    makes: str | Sequence[str] | None = None,
    from_: str | None = None,
    tries: int | None = None,
    time_limit: float | None = None,
) -> DealAnswer | list[DealAnswer]:
    """Generates random deals that meet conditions.

    rules: Rules: a preset with switches, or house rules in the shape of a file; those of the command by default
    count: Number of deals; one answer in JSON has 100,000 at most
    seed: Random seed
    where: Condition on a hand, as M:S>=2, R:A>=1, R:HD=0; may be repeated
    makes: Condition on the value of a contract, as F:H, F:H=7, F+:N>=8, R:S=fails, F:D=one-discard; may be repeated
    from_: Known cards of the deal, with ? for the others
    tries: Give up after this number of deals without one that meets the conditions
    time_limit: Time limit in seconds; when exceeded, averages and lists are answered as far as they are done, other questions with the error time

    Raises QuestionError if it cannot be answered.
    """
    answer: DealAnswer | list[DealAnswer] = verb("deal", {"rules": rules, "count": count, "seed": seed, "where": where, "makes": makes, "from": from_, "tries": tries, "time_limit": time_limit}, several=count is not None)
    return answer


@overload
def puzzle(
    *,
    rules: Rules | str | Mapping[str, Any] | None = None,
    count: None = None,
    among: int | None = None,
    seed: int | None = None,
    kind: Literal['lead', 'discard', 'defence'] | None = None,
    contract: str | Sequence[str] | None = None,
    declarer: Literal['F', 'M', 'R'] | None = None,
    time_limit: float | None = None,
) -> PuzzleAnswer: ...
@overload
def puzzle(
    *,
    rules: Rules | str | Mapping[str, Any] | None = None,
    count: int,
    among: int | None = None,
    seed: int | None = None,
    kind: Literal['lead', 'discard', 'defence'] | None = None,
    contract: str | Sequence[str] | None = None,
    declarer: Literal['F', 'M', 'R'] | None = None,
    time_limit: float | None = None,
) -> list[PuzzleAnswer]: ...
def puzzle(
    *,
    rules: Rules | str | Mapping[str, Any] | None = None,
    count: int | None = None,
    among: int | None = None,
    seed: int | None = None,
    kind: Literal['lead', 'discard', 'defence'] | None = None,
    contract: str | Sequence[str] | None = None,
    declarer: Literal['F', 'M', 'R'] | None = None,
    time_limit: float | None = None,
) -> PuzzleAnswer | list[PuzzleAnswer]:
    """Finds random deals in which exactly one first step wins.

    rules: Rules: a preset with switches, or house rules in the shape of a file; those of the command by default
    count: Number of puzzles
    among: Number of random deals that are searched for them
    seed: Random seed
    kind: Step to find
    contract: Contracts: S H D C N, levels as 7H, misere, slam, run6, uno; all for those of the rules
    declarer: Seat that declares
    time_limit: Time limit in seconds; when exceeded, averages and lists are answered as far as they are done, other questions with the error time

    Raises QuestionError if it cannot be answered.
    """
    answer: PuzzleAnswer | list[PuzzleAnswer] = verb("puzzle", {"rules": rules, "count": count, "among": among, "seed": seed, "kind": kind, "contract": contract, "declarer": declarer, "time_limit": time_limit}, several=count is not None)
    return answer
