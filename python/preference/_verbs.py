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


class Estimate(TypedDict):
    error: float
    high: float
    low: float
    mean: float


class AdviseAnswerCardsItem(TypedDict):
    card: str
    chance: Estimate
    tricks: NotRequired[Estimate]


class AdviseAnswer(TypedDict):
    all: bool
    cards: list[AdviseAnswerCardsItem]
    contract: str
    deal: str
    declarer: Literal['F', 'M', 'R']
    id: NotRequired[str | float]
    layouts: int
    of: int
    partial: NotRequired[Literal[True]]
    rules: str
    seed: int
    to_move: Literal['F', 'M', 'R']


class AuctionAnswer(TypedDict):
    allowed: NotRequired[list[str]]
    bid: NotRequired[str]
    declarer: NotRequired[Literal['F', 'M', 'R', None]]
    done: bool
    hand: NotRequired[bool]
    id: NotRequired[str | float]
    may_usurp: NotRequired[list[Literal['F', 'M', 'R']]]
    or_hand: NotRequired[Literal[True]]
    rules: str
    then: NotRequired[Literal['redeal', 'dealer-plays', 'forehand-again', 'dealer-forced', 'second-round', 'bid-again', 'refa', 'raspasovka']]
    to_call: NotRequired[Literal['F', 'M', 'R']]


class Gains(TypedDict):
    D: NotRequired[float]
    F: float
    M: float
    R: float
    pot: float


class Tricks(TypedDict):
    F: int
    M: int
    R: int


class CardsAnswerCardsItem(TypedDict):
    card: str
    gains: NotRequired[Gains]
    made: NotRequired[bool]
    tricks: NotRequired[int | Tricks | None]


class CardsAnswer(TypedDict):
    by: NotRequired[Literal['gain']]
    cards: list[CardsAnswerCardsItem]
    contract: str
    deal: str
    declarer: Literal['F', 'M', 'R', None]
    id: NotRequired[str | float]
    model: NotRequired[Literal['selfish', 'allied', 'tricks']]
    rules: str
    to_move: Literal['F', 'M', 'R', None]


class DealAnswer(TypedDict):
    deal: str
    id: NotRequired[str | float]


class Decision(TypedDict):
    best: str
    gains: dict[str, float]
    seat: Literal['F', 'M', 'R']


class DefendAnswerOutcome(TypedDict):
    gains: Gains
    tricks: None | Tricks


class DefendAnswerQuotas(TypedDict):
    both: bool
    together4: bool
    together5: bool


class DefendAnswerSeatsItem(TypedDict):
    alone: int | None
    guaranteed: int
    seat: Literal['F', 'M', 'R']
    with_partner: int


class DefendAnswerSecure1(TypedDict):
    F: float
    M: float
    R: float


class DefendAnswer(TypedDict):
    contract: str
    deal: str
    decisions: NotRequired[list[Decision]]
    declarer: Literal['F', 'M', 'R']
    id: NotRequired[str | float]
    model: NotRequired[Literal['selfish', 'allied', 'tricks']]
    outcome: NotRequired[DefendAnswerOutcome]
    quotas: NotRequired[DefendAnswerQuotas]
    rules: str
    rules_of_thumb: NotRequired[list[Literal['partner', 'last', 'second']]]
    seats: NotRequired[list[DefendAnswerSeatsItem]]
    secure: NotRequired[None | DefendAnswerSecure1]
    tricks: NotRequired[int]
    tricks_by_thumb: NotRequired[int]


class EvaluateAnswerResultsItemHand(TypedDict):
    chance: Estimate
    gain: NotRequired[Estimate]
    tricks: NotRequired[Estimate]


class EvaluateAnswerResultsItemTalon(TypedDict):
    chance: Estimate
    gain: NotRequired[Estimate]
    tricks: NotRequired[Estimate]


class EvaluateAnswerResultsItem(TypedDict):
    contract: str
    hand: NotRequired[EvaluateAnswerResultsItemHand]
    talon: EvaluateAnswerResultsItemTalon


class EvaluateAnswer(TypedDict):
    all: bool
    deal: str
    id: NotRequired[str | float]
    layouts: int
    model: Literal['selfish', 'allied', 'tricks']
    of: int
    partial: NotRequired[Literal[True]]
    results: list[EvaluateAnswerResultsItem]
    rules: str
    seat: Literal['F', 'M', 'R']
    seed: int


class LineAnswer(TypedDict):
    by: NotRequired[Literal['gain']]
    contract: str
    deal: str
    declarer: Literal['F', 'M', 'R', None]
    gains: NotRequired[Gains]
    id: NotRequired[str | float]
    line: list[str]
    made: NotRequired[bool]
    model: NotRequired[Literal['selfish', 'allied', 'tricks']]
    rules: str
    tricks: NotRequired[int | Tricks | None]


class ParAnswerGame(TypedDict):
    bid: NotRequired[str]
    contract: str
    decisions: list[Decision]
    discard: NotRequired[list[str]]
    hand: bool
    made: bool
    tricks: NotRequired[int]
    usurped: NotRequired[Literal[True]]


class Outcome(TypedDict):
    made: bool
    tricks: NotRequired[int]


class ParAnswerMakesItem(TypedDict):
    contract: str
    declarer: Literal['F', 'M', 'R']
    hand: Outcome
    talon: Outcome


class ParAnswer(TypedDict):
    calls: list[str]
    deal: str
    declarer: Literal['F', 'M', 'R', None]
    gains: Gains
    game: NotRequired[ParAnswerGame]
    id: NotRequired[str | float]
    makes: list[ParAnswerMakesItem]
    model: Literal['selfish', 'allied', 'tricks']
    rules: str
    then: NotRequired[Literal['redeal', 'dealer-plays', 'forehand-again', 'dealer-forced', 'second-round', 'bid-again', 'refa', 'raspasovka', 'given-up']]


class PuzzleAnswer(TypedDict):
    contract: str
    deal: str
    declarer: Literal['F', 'M', 'R']
    depth: int
    id: NotRequired[str | float]
    kind: Literal['lead', 'discard', 'defence']
    leader: Literal['F', 'M', 'R']
    rules: str
    solution: list[list[str]]


class ReviewAnswerBrokenItem(TypedDict):
    number: NotRequired[int]
    part: Literal['call', 'announcement', 'card', 'trick', 'decisions']
    problem: str


class Step(TypedDict):
    best: list[str]
    decided: bool
    done: str
    gain_lost: NotRequired[float]
    seat: Literal['F', 'M', 'R']
    tricks_lost: NotRequired[int]


class ReviewAnswer(TypedDict):
    broken: list[ReviewAnswerBrokenItem]
    calls: list[Step]
    cards: list[Step]
    contract: str
    deal: str
    decisions: list[Step]
    declarer: Literal['F', 'M', 'R', None]
    discard: NotRequired[Step]
    id: NotRequired[str | float]
    made: NotRequired[bool]
    rules: str
    tricks: Tricks


class ScoreAnswerWhole(TypedDict):
    D: NotRequired[int]
    F: int
    M: int
    R: int
    pot: int


class ScoreAnswer(TypedDict):
    D: NotRequired[float]
    F: float
    M: float
    R: float
    id: NotRequired[str | float]
    pot: float
    rules: str
    whole: NotRequired[ScoreAnswerWhole]


class SolveAnswerResultsItem(TypedDict):
    contract: str
    declarer: Literal['F', 'M', 'R']
    leader: Literal['F', 'M', 'R', None]
    made: bool
    tricks: NotRequired[int]


class SolveAnswerResultsItem1(TypedDict):
    contract: Literal['allpass']
    declarer: Literal[None]
    leader: Literal['F', 'M', 'R', None]
    tricks: Tricks


class SolveAnswer(TypedDict):
    deal: str
    id: NotRequired[str | float]
    results: list[SolveAnswerResultsItem | SolveAnswerResultsItem1]
    rules: str


class TalonAnswerBestItem(TypedDict):
    contract: str
    discards: list[list[str]]
    gain: NotRequired[float]
    made: bool
    tricks: NotRequired[int]


class TalonAnswerChoice(TypedDict):
    contract: str
    discard: list[str]
    gain: NotRequired[float]
    made: bool
    tricks: NotRequired[int]


class ContractOutcome(TypedDict):
    contract: str
    gain: NotRequired[float]
    made: bool
    tricks: NotRequired[int]


class TalonAnswerDiscardsItem(TypedDict):
    discard: list[str]
    results: list[ContractOutcome]


class TalonAnswer(TypedDict):
    best: list[TalonAnswerBestItem]
    by: NotRequired[Literal['gain']]
    choice: TalonAnswerChoice | None
    deal: str
    declarer: Literal['F', 'M', 'R']
    discards: list[TalonAnswerDiscardsItem]
    hand: list[ContractOutcome]
    id: NotRequired[str | float]
    model: NotRequired[Literal['selfish', 'allied', 'tricks']]
    rules: str
    talon_worth: NotRequired[float]


class UnknownTalonAnswerBestItem(TypedDict):
    chance: Estimate
    contract: str
    discard: list[str]
    gain: NotRequired[Estimate]
    tricks: NotRequired[Estimate]


class UnknownTalonAnswerDiscardsItemResultsItem(TypedDict):
    chance: Estimate
    contract: str
    gain: NotRequired[Estimate]
    tricks: NotRequired[Estimate]


class UnknownTalonAnswerDiscardsItem(TypedDict):
    discard: list[str]
    results: list[UnknownTalonAnswerDiscardsItemResultsItem]


class UnknownTalonAnswer(TypedDict):
    best: list[UnknownTalonAnswerBestItem]
    by: NotRequired[Literal['gain']]
    deal: str
    declarer: Literal['F', 'M', 'R']
    discards: list[UnknownTalonAnswerDiscardsItem]
    id: NotRequired[str | float]
    layouts: int
    model: NotRequired[Literal['selfish', 'allied', 'tricks']]
    of: int
    rules: str
    seed: int


class UsurpAnswerAlone(TypedDict):
    contract: str
    discard: list[str]
    gain: float


class UsurpAnswerBestTakingsItem(TypedDict):
    contract: NotRequired[str]
    discard: list[str]
    seat: Literal['F', 'M', 'R']
    takes: list[str]


class UsurpAnswerBest(TypedDict):
    contract: str
    declarer: Literal['F', 'M', 'R']
    discard: list[str]
    gains: Gains
    made: bool
    takings: list[UsurpAnswerBestTakingsItem]
    tricks: NotRequired[int]


class UsurpAnswerDiscardsItem(TypedDict):
    contract: str
    declarer: Literal['F', 'M', 'R']
    discard: list[str]
    gain: float
    usurped: bool


class UsurpAnswer(TypedDict):
    alone: UsurpAnswerAlone
    best: UsurpAnswerBest
    bid: int
    bidders: list[Literal['F', 'M', 'R']]
    deal: str
    declarer: Literal['F', 'M', 'R']
    discards: list[UsurpAnswerDiscardsItem]
    id: NotRequired[str | float]
    model: Literal['selfish', 'allied', 'tricks']
    rules: str



@overload
def advise(
    deal: str,
    *,
    at: None = None,
    contract: str | Sequence[str] | None = None,
    declarer: Literal['F', 'M', 'R'] | None = None,
    discard: str | Sequence[str] | None = None,
    hand: bool | None = None,
    layouts: int | None = None,
    leader: Literal['F', 'M', 'R', 'declarer', 'left', 'right'] | None = None,
    out: str | Sequence[Literal['F', 'M', 'R']] | None = None,
    played: str | Sequence[str] | None = None,
    rules: Rules | str | Mapping[str, Any] | None = None,
    seed: int | None = None,
    time_limit: float | None = None,
    where: str | Sequence[str] | None = None,
) -> AdviseAnswer: ...
@overload
def advise(
    deal: str,
    *,
    at: int | Sequence[int],
    contract: str | Sequence[str] | None = None,
    declarer: Literal['F', 'M', 'R'] | None = None,
    discard: str | Sequence[str] | None = None,
    hand: bool | None = None,
    layouts: int | None = None,
    leader: Literal['F', 'M', 'R', 'declarer', 'left', 'right'] | None = None,
    out: str | Sequence[Literal['F', 'M', 'R']] | None = None,
    played: str | Sequence[str] | None = None,
    rules: Rules | str | Mapping[str, Any] | None = None,
    seed: int | None = None,
    time_limit: float | None = None,
    where: str | Sequence[str] | None = None,
) -> list[AdviseAnswer]: ...
def advise(
    deal: str,
    *,
    at: int | Sequence[int] | None = None,
    contract: str | Sequence[str] | None = None,
    declarer: Literal['F', 'M', 'R'] | None = None,
    discard: str | Sequence[str] | None = None,
    hand: bool | None = None,
    layouts: int | None = None,
    leader: Literal['F', 'M', 'R', 'declarer', 'left', 'right'] | None = None,
    out: str | Sequence[Literal['F', 'M', 'R']] | None = None,
    played: str | Sequence[str] | None = None,
    rules: Rules | str | Mapping[str, Any] | None = None,
    seed: int | None = None,
    time_limit: float | None = None,
    where: str | Sequence[str] | None = None,
) -> AdviseAnswer | list[AdviseAnswer]:
    """Which card is best, the others' cards unknown?

    at: Numbers of cards of played: the question is answered after each of these numbers
    contract: Contract: S H D C N, a level as 7H, misere, slam, run6 or uno
    deal: Cards of the deal
    declarer: Seat that declares
    discard: The two cards that the declarer laid aside, still in the hand of twelve
    hand: The game is played from the hand (raises some targets)
    layouts: Number of random layouts of the unknown cards; all layouts are used if there are fewer
    leader: Leader to the first trick, if it is not the leader by the rules
    out: Seats that dropped out: their cards are not played
    played: Cards played so far, from the first lead on
    rules: Rules: a preset with switches, or house rules in the shape of a file; those of the command by default
    seed: Random seed
    time_limit: Time limit in seconds; when exceeded, averages and lists are answered as far as they are done, other questions with the error time
    where: Condition on a hand, as M:S>=2, R:A>=1, R:HD=0; may be repeated

    Raises QuestionError if it cannot be answered.
    """
    answer: AdviseAnswer | list[AdviseAnswer] = verb("advise", {"at": at, "contract": contract, "deal": deal, "declarer": declarer, "discard": discard, "hand": hand, "layouts": layouts, "leader": leader, "out": out, "played": played, "rules": rules, "seed": seed, "time_limit": time_limit, "where": where}, several=at is not None)
    return answer


def auction(
    *,
    calls: str | Sequence[str] | None = None,
    passed: int | None = None,
    rules: Rules | str | Mapping[str, Any] | None = None,
    time_limit: float | None = None,
) -> AuctionAnswer:
    """Who declares after these calls, or who may say what?

    calls: Calls so far, in turn from forehand, separated by blanks or commas; none for the first call
    passed: Number of deals in a row that all have passed before this one, where that raises the lowest bid
    rules: Rules: a preset with switches, or house rules in the shape of a file; those of the command by default
    time_limit: Time limit in seconds; when exceeded, averages and lists are answered as far as they are done, other questions with the error time

    Raises QuestionError if it cannot be answered.
    """
    answer: AuctionAnswer = verb("auction", {"calls": calls, "passed": passed, "rules": rules, "time_limit": time_limit}, several=False)
    return answer


@overload
def cards(
    deal: str,
    *,
    aces: Literal['4', 'none'] | None = None,
    answered: str | Sequence[Literal['F', 'M', 'R']] | None = None,
    at: None = None,
    by: Literal['tricks', 'gain'] | None = None,
    contract: str | Sequence[str] | None = None,
    declarer: Literal['F', 'M', 'R'] | None = None,
    discard: str | Sequence[str] | None = None,
    doubling: int | None = None,
    four: bool | None = None,
    gave_up: bool | None = None,
    guest: Literal['F', 'M', 'R'] | None = None,
    half_whist: Literal['F', 'M', 'R'] | None = None,
    hand: bool | None = None,
    kontra: str | Sequence[Literal['F', 'M', 'R']] | None = None,
    leader: Literal['F', 'M', 'R', 'declarer', 'left', 'right'] | None = None,
    limit: int | None = None,
    model: Literal['selfish', 'allied', 'tricks'] | None = None,
    mort: bool | None = None,
    out: str | Sequence[Literal['F', 'M', 'R']] | None = None,
    played: str | Sequence[str] | None = None,
    pot: int | None = None,
    progression: int | None = None,
    refa: bool | None = None,
    rekontra: bool | None = None,
    rules: Rules | str | Mapping[str, Any] | None = None,
    run: int | None = None,
    sub: bool | None = None,
    taken: Mapping[str, int] | str | None = None,
    talon: str | Sequence[str] | None = None,
    talon_order: str | Sequence[str] | None = None,
    time_limit: float | None = None,
    trick: str | Sequence[str] | None = None,
    whist: str | Sequence[Literal['F', 'M', 'R']] | None = None,
) -> CardsAnswer: ...
@overload
def cards(
    deal: str,
    *,
    aces: Literal['4', 'none'] | None = None,
    answered: str | Sequence[Literal['F', 'M', 'R']] | None = None,
    at: int | Sequence[int],
    by: Literal['tricks', 'gain'] | None = None,
    contract: str | Sequence[str] | None = None,
    declarer: Literal['F', 'M', 'R'] | None = None,
    discard: str | Sequence[str] | None = None,
    doubling: int | None = None,
    four: bool | None = None,
    gave_up: bool | None = None,
    guest: Literal['F', 'M', 'R'] | None = None,
    half_whist: Literal['F', 'M', 'R'] | None = None,
    hand: bool | None = None,
    kontra: str | Sequence[Literal['F', 'M', 'R']] | None = None,
    leader: Literal['F', 'M', 'R', 'declarer', 'left', 'right'] | None = None,
    limit: int | None = None,
    model: Literal['selfish', 'allied', 'tricks'] | None = None,
    mort: bool | None = None,
    out: str | Sequence[Literal['F', 'M', 'R']] | None = None,
    played: str | Sequence[str] | None = None,
    pot: int | None = None,
    progression: int | None = None,
    refa: bool | None = None,
    rekontra: bool | None = None,
    rules: Rules | str | Mapping[str, Any] | None = None,
    run: int | None = None,
    sub: bool | None = None,
    taken: Mapping[str, int] | str | None = None,
    talon: str | Sequence[str] | None = None,
    talon_order: str | Sequence[str] | None = None,
    time_limit: float | None = None,
    trick: str | Sequence[str] | None = None,
    whist: str | Sequence[Literal['F', 'M', 'R']] | None = None,
) -> list[CardsAnswer]: ...
def cards(
    deal: str,
    *,
    aces: Literal['4', 'none'] | None = None,
    answered: str | Sequence[Literal['F', 'M', 'R']] | None = None,
    at: int | Sequence[int] | None = None,
    by: Literal['tricks', 'gain'] | None = None,
    contract: str | Sequence[str] | None = None,
    declarer: Literal['F', 'M', 'R'] | None = None,
    discard: str | Sequence[str] | None = None,
    doubling: int | None = None,
    four: bool | None = None,
    gave_up: bool | None = None,
    guest: Literal['F', 'M', 'R'] | None = None,
    half_whist: Literal['F', 'M', 'R'] | None = None,
    hand: bool | None = None,
    kontra: str | Sequence[Literal['F', 'M', 'R']] | None = None,
    leader: Literal['F', 'M', 'R', 'declarer', 'left', 'right'] | None = None,
    limit: int | None = None,
    model: Literal['selfish', 'allied', 'tricks'] | None = None,
    mort: bool | None = None,
    out: str | Sequence[Literal['F', 'M', 'R']] | None = None,
    played: str | Sequence[str] | None = None,
    pot: int | None = None,
    progression: int | None = None,
    refa: bool | None = None,
    rekontra: bool | None = None,
    rules: Rules | str | Mapping[str, Any] | None = None,
    run: int | None = None,
    sub: bool | None = None,
    taken: Mapping[str, int] | str | None = None,
    talon: str | Sequence[str] | None = None,
    talon_order: str | Sequence[str] | None = None,
    time_limit: float | None = None,
    trick: str | Sequence[str] | None = None,
    whist: str | Sequence[Literal['F', 'M', 'R']] | None = None,
) -> CardsAnswer | list[CardsAnswer]:
    """What does each legal card lead to?

    aces: The declarer's aces: 4, or none if announced
    answered: Defenders whose kontra alone the declarer answered [default: all]
    at: Numbers of cards of played: the question is answered after each of these numbers
    by: Criterion of the play [default: tricks]
    contract: Contract: S H D C N, a level as 7H, misere, slam, run6 or uno; or allpass, everybody for themselves
    deal: Cards of the deal
    declarer: Seat that declares; nobody after allpass
    discard: The two cards that the declarer laid aside, still in the hand of twelve
    doubling: Level of doubling: 1 kontra, 2 rekontra, 3 sub, 4 mort; in place of the answers by name
    four: Four players are at the table, and the dealer sits out
    gave_up: The declarer gave up before the play
    guest: Defender who played at the invitation of the other one
    half_whist: Defender who said half-whist
    hand: The game is played from the hand (raises some targets)
    kontra: Defenders who said kontra
    leader: Leader to the first trick, if it is not the leader by the rules
    limit: Limit of the pot, if it is not that of the rules
    model: Model of the defenders' decisions and play [default: selfish]
    mort: The declarer answered with mort
    out: Seats that dropped out: their cards are not played
    played: Cards played so far, from the first lead on; they are still in the hands
    pot: Contents of the pot before the hand, if hands are paid out of one
    progression: For allpass, by gain: number of hands in a row that all have passed, this one included [default: 1]
    refa: This hand is doubled by a mark for a deal that all passed
    rekontra: The declarer answered with rekontra
    rules: Rules: a preset with switches, or house rules in the shape of a file; those of the command by default
    run: For run6: the number of tricks in a row that the declarer has just taken
    sub: The defender answered with sub
    taken: Tricks that each seat took before
    talon: The two cards of the talon, as '.A..A' or 'HA CA'
    talon_order: For allpass: cards of the talon in the order in which they lead [default: as listed]
    time_limit: Time limit in seconds; when exceeded, averages and lists are answered as far as they are done, other questions with the error time
    trick: Cards of the trick in progress, the lead first; they are no longer in the hands, and leader is the seat that led to this trick
    whist: Defenders who said whist, in the order of speaking [default: all who are not out]

    Raises QuestionError if it cannot be answered.
    """
    answer: CardsAnswer | list[CardsAnswer] = verb("cards", {"aces": aces, "answered": answered, "at": at, "by": by, "contract": contract, "deal": deal, "declarer": declarer, "discard": discard, "doubling": doubling, "four": four, "gave_up": gave_up, "guest": guest, "half_whist": half_whist, "hand": hand, "kontra": kontra, "leader": leader, "limit": limit, "model": model, "mort": mort, "out": out, "played": played, "pot": pot, "progression": progression, "refa": refa, "rekontra": rekontra, "rules": rules, "run": run, "sub": sub, "taken": taken, "talon": talon, "talon_order": talon_order, "time_limit": time_limit, "trick": trick, "whist": whist}, several=at is not None)
    return answer


@overload
def deal(
    *,
    count: None = None,
    from_: str | None = None,
    makes: str | Sequence[str] | None = None,
    rules: Rules | str | Mapping[str, Any] | None = None,
    seed: int | None = None,
    time_limit: float | None = None,
    tries: int | None = None,
    where: str | Sequence[str] | None = None,
) -> DealAnswer: ...
@overload
def deal(
    *,
    count: int,
    from_: str | None = None,
    makes: str | Sequence[str] | None = None,
    rules: Rules | str | Mapping[str, Any] | None = None,
    seed: int | None = None,
    time_limit: float | None = None,
    tries: int | None = None,
    where: str | Sequence[str] | None = None,
) -> list[DealAnswer]: ...
def deal(
    *,
    count: int | None = None,
    from_: str | None = None,
    makes: str | Sequence[str] | None = None,
    rules: Rules | str | Mapping[str, Any] | None = None,
    seed: int | None = None,
    time_limit: float | None = None,
    tries: int | None = None,
    where: str | Sequence[str] | None = None,
) -> DealAnswer | list[DealAnswer]:
    """Random deals that meet conditions.

    count: Number of deals; one answer in JSON has 100,000 at most
    from_: Known cards of the deal, with ? for the others
    makes: Condition on the value of a contract, as F:H, F:H=7, F+:N>=8, R:S=fails, F:D=one-discard; may be repeated
    rules: Rules: a preset with switches, or house rules in the shape of a file; those of the command by default
    seed: Random seed
    time_limit: Time limit in seconds; when exceeded, averages and lists are answered as far as they are done, other questions with the error time
    tries: Give up after this number of deals without one that meets the conditions
    where: Condition on a hand, as M:S>=2, R:A>=1, R:HD=0; may be repeated

    Raises QuestionError if it cannot be answered.
    """
    answer: DealAnswer | list[DealAnswer] = verb("deal", {"count": count, "from": from_, "makes": makes, "rules": rules, "seed": seed, "time_limit": time_limit, "tries": tries, "where": where}, several=count is not None)
    return answer


def defend(
    deal: str,
    *,
    contract: str | Sequence[str] | None = None,
    declarer: Literal['F', 'M', 'R'] | None = None,
    discard: str | Sequence[str] | None = None,
    four: bool | None = None,
    hand: bool | None = None,
    leader: Literal['F', 'M', 'R', 'declarer', 'left', 'right'] | None = None,
    limit: int | None = None,
    model: Literal['selfish', 'allied', 'tricks'] | None = None,
    out: str | Sequence[Literal['F', 'M', 'R']] | None = None,
    played: str | Sequence[str] | None = None,
    pot: int | None = None,
    refa: bool | None = None,
    rule_of_thumb: str | Sequence[str] | None = None,
    rules: Rules | str | Mapping[str, Any] | None = None,
    run: int | None = None,
    settle: bool | None = None,
    taken: Mapping[str, int] | str | None = None,
    time_limit: float | None = None,
    trick: str | Sequence[str] | None = None,
) -> DefendAnswer:
    """What can the defenders make sure of, what do they decide, and what does the hand pay?

    contract: Contract: S H D C N, a level as 7H, misere, slam, run6 or uno
    deal: Cards of the deal
    declarer: Seat that declares
    discard: The two cards that the declarer laid aside, still in the hand of twelve
    four: Four players are at the table, and the dealer sits out
    hand: The game is played from the hand (raises some targets)
    leader: Leader to the first trick, if it is not the leader by the rules
    limit: Limit of the pot, if it is not that of the rules
    model: Model of the defenders' decisions and play [default: selfish]
    out: Seats that dropped out: their cards are not played
    played: Cards played so far, from the first lead on; they are still in the hands
    pot: Contents of the pot before the hand, if hands are paid out of one
    refa: This hand is doubled by a mark for a deal that all passed
    rule_of_thumb: Rules of thumb that the defenders keep to: partner, last, second or all (see pref thumb)
    rules: Rules: a preset with switches, or house rules in the shape of a file; those of the command by default
    run: For run6: the number of tricks in a row that the declarer has just taken
    settle: Add the decisions before the play and what the hand then pays
    taken: Tricks that each seat took before
    time_limit: Time limit in seconds; when exceeded, averages and lists are answered as far as they are done, other questions with the error time
    trick: Cards of the trick in progress, the lead first; they are no longer in the hands, and leader is the seat that led to this trick

    Raises QuestionError if it cannot be answered.
    """
    answer: DefendAnswer = verb("defend", {"contract": contract, "deal": deal, "declarer": declarer, "discard": discard, "four": four, "hand": hand, "leader": leader, "limit": limit, "model": model, "out": out, "played": played, "pot": pot, "refa": refa, "rule_of_thumb": rule_of_thumb, "rules": rules, "run": run, "settle": settle, "taken": taken, "time_limit": time_limit, "trick": trick}, several=False)
    return answer


def evaluate(
    deal: str,
    *,
    bid: str | Sequence[Literal['F', 'M', 'R']] | None = None,
    contract: str | Sequence[str] | None = None,
    goal: Literal['tricks', 'made'] | None = None,
    layouts: int | None = None,
    model: Literal['selfish', 'allied', 'tricks'] | None = None,
    passed: str | Sequence[Literal['F', 'M', 'R']] | None = None,
    pot: int | None = None,
    rules: Rules | str | Mapping[str, Any] | None = None,
    seed: int | None = None,
    time_limit: float | None = None,
    where: str | Sequence[str] | None = None,
) -> EvaluateAnswer:
    """How often does a hand make each contract, the others' cards unknown?

    bid: Seats that have bid: their hand makes a contract with the talon
    contract: Contracts: S H D C N, levels as 7H, misere, slam, run6, uno; all for those of the rules
    deal: Cards of the deal
    goal: Result to find: tricks and gains too, or, faster, only how often contracts are made
    layouts: Number of random layouts of the unknown cards; all layouts are used if there are fewer
    model: Model of the defenders' decisions and play
    passed: Seats that have passed: their hand makes no contract without the talon
    pot: Contents of the pot before the hand, where it decides what is paid
    rules: Rules: a preset with switches, or house rules in the shape of a file; those of the command by default
    seed: Random seed
    time_limit: Time limit in seconds; when exceeded, averages and lists are answered as far as they are done, other questions with the error time
    where: Condition on a hand, as M:S>=2, R:A>=1, R:HD=0; may be repeated

    Raises QuestionError if it cannot be answered.
    """
    answer: EvaluateAnswer = verb("evaluate", {"bid": bid, "contract": contract, "deal": deal, "goal": goal, "layouts": layouts, "model": model, "passed": passed, "pot": pot, "rules": rules, "seed": seed, "time_limit": time_limit, "where": where}, several=False)
    return answer


@overload
def line(
    deal: str,
    *,
    aces: Literal['4', 'none'] | None = None,
    answered: str | Sequence[Literal['F', 'M', 'R']] | None = None,
    at: None = None,
    by: Literal['tricks', 'gain'] | None = None,
    contract: str | Sequence[str] | None = None,
    declarer: Literal['F', 'M', 'R'] | None = None,
    discard: str | Sequence[str] | None = None,
    doubling: int | None = None,
    four: bool | None = None,
    gave_up: bool | None = None,
    guest: Literal['F', 'M', 'R'] | None = None,
    half_whist: Literal['F', 'M', 'R'] | None = None,
    hand: bool | None = None,
    kontra: str | Sequence[Literal['F', 'M', 'R']] | None = None,
    leader: Literal['F', 'M', 'R', 'declarer', 'left', 'right'] | None = None,
    limit: int | None = None,
    model: Literal['selfish', 'allied', 'tricks'] | None = None,
    mort: bool | None = None,
    out: str | Sequence[Literal['F', 'M', 'R']] | None = None,
    played: str | Sequence[str] | None = None,
    pot: int | None = None,
    progression: int | None = None,
    refa: bool | None = None,
    rekontra: bool | None = None,
    rules: Rules | str | Mapping[str, Any] | None = None,
    run: int | None = None,
    sub: bool | None = None,
    taken: Mapping[str, int] | str | None = None,
    talon: str | Sequence[str] | None = None,
    talon_order: str | Sequence[str] | None = None,
    time_limit: float | None = None,
    trick: str | Sequence[str] | None = None,
    whist: str | Sequence[Literal['F', 'M', 'R']] | None = None,
) -> LineAnswer: ...
@overload
def line(
    deal: str,
    *,
    aces: Literal['4', 'none'] | None = None,
    answered: str | Sequence[Literal['F', 'M', 'R']] | None = None,
    at: int | Sequence[int],
    by: Literal['tricks', 'gain'] | None = None,
    contract: str | Sequence[str] | None = None,
    declarer: Literal['F', 'M', 'R'] | None = None,
    discard: str | Sequence[str] | None = None,
    doubling: int | None = None,
    four: bool | None = None,
    gave_up: bool | None = None,
    guest: Literal['F', 'M', 'R'] | None = None,
    half_whist: Literal['F', 'M', 'R'] | None = None,
    hand: bool | None = None,
    kontra: str | Sequence[Literal['F', 'M', 'R']] | None = None,
    leader: Literal['F', 'M', 'R', 'declarer', 'left', 'right'] | None = None,
    limit: int | None = None,
    model: Literal['selfish', 'allied', 'tricks'] | None = None,
    mort: bool | None = None,
    out: str | Sequence[Literal['F', 'M', 'R']] | None = None,
    played: str | Sequence[str] | None = None,
    pot: int | None = None,
    progression: int | None = None,
    refa: bool | None = None,
    rekontra: bool | None = None,
    rules: Rules | str | Mapping[str, Any] | None = None,
    run: int | None = None,
    sub: bool | None = None,
    taken: Mapping[str, int] | str | None = None,
    talon: str | Sequence[str] | None = None,
    talon_order: str | Sequence[str] | None = None,
    time_limit: float | None = None,
    trick: str | Sequence[str] | None = None,
    whist: str | Sequence[Literal['F', 'M', 'R']] | None = None,
) -> list[LineAnswer]: ...
def line(
    deal: str,
    *,
    aces: Literal['4', 'none'] | None = None,
    answered: str | Sequence[Literal['F', 'M', 'R']] | None = None,
    at: int | Sequence[int] | None = None,
    by: Literal['tricks', 'gain'] | None = None,
    contract: str | Sequence[str] | None = None,
    declarer: Literal['F', 'M', 'R'] | None = None,
    discard: str | Sequence[str] | None = None,
    doubling: int | None = None,
    four: bool | None = None,
    gave_up: bool | None = None,
    guest: Literal['F', 'M', 'R'] | None = None,
    half_whist: Literal['F', 'M', 'R'] | None = None,
    hand: bool | None = None,
    kontra: str | Sequence[Literal['F', 'M', 'R']] | None = None,
    leader: Literal['F', 'M', 'R', 'declarer', 'left', 'right'] | None = None,
    limit: int | None = None,
    model: Literal['selfish', 'allied', 'tricks'] | None = None,
    mort: bool | None = None,
    out: str | Sequence[Literal['F', 'M', 'R']] | None = None,
    played: str | Sequence[str] | None = None,
    pot: int | None = None,
    progression: int | None = None,
    refa: bool | None = None,
    rekontra: bool | None = None,
    rules: Rules | str | Mapping[str, Any] | None = None,
    run: int | None = None,
    sub: bool | None = None,
    taken: Mapping[str, int] | str | None = None,
    talon: str | Sequence[str] | None = None,
    talon_order: str | Sequence[str] | None = None,
    time_limit: float | None = None,
    trick: str | Sequence[str] | None = None,
    whist: str | Sequence[Literal['F', 'M', 'R']] | None = None,
) -> LineAnswer | list[LineAnswer]:
    """How does the play go when everybody plays best?

    aces: The declarer's aces: 4, or none if announced
    answered: Defenders whose kontra alone the declarer answered [default: all]
    at: Numbers of cards of played: the question is answered after each of these numbers
    by: Criterion of the play [default: tricks]
    contract: Contract: S H D C N, a level as 7H, misere, slam, run6 or uno; or allpass, everybody for themselves
    deal: Cards of the deal
    declarer: Seat that declares; nobody after allpass
    discard: The two cards that the declarer laid aside, still in the hand of twelve
    doubling: Level of doubling: 1 kontra, 2 rekontra, 3 sub, 4 mort; in place of the answers by name
    four: Four players are at the table, and the dealer sits out
    gave_up: The declarer gave up before the play
    guest: Defender who played at the invitation of the other one
    half_whist: Defender who said half-whist
    hand: The game is played from the hand (raises some targets)
    kontra: Defenders who said kontra
    leader: Leader to the first trick, if it is not the leader by the rules
    limit: Limit of the pot, if it is not that of the rules
    model: Model of the defenders' decisions and play [default: selfish]
    mort: The declarer answered with mort
    out: Seats that dropped out: their cards are not played
    played: Cards played so far, from the first lead on; they are still in the hands
    pot: Contents of the pot before the hand, if hands are paid out of one
    progression: For allpass, by gain: number of hands in a row that all have passed, this one included [default: 1]
    refa: This hand is doubled by a mark for a deal that all passed
    rekontra: The declarer answered with rekontra
    rules: Rules: a preset with switches, or house rules in the shape of a file; those of the command by default
    run: For run6: the number of tricks in a row that the declarer has just taken
    sub: The defender answered with sub
    taken: Tricks that each seat took before
    talon: The two cards of the talon, as '.A..A' or 'HA CA'
    talon_order: For allpass: cards of the talon in the order in which they lead [default: as listed]
    time_limit: Time limit in seconds; when exceeded, averages and lists are answered as far as they are done, other questions with the error time
    trick: Cards of the trick in progress, the lead first; they are no longer in the hands, and leader is the seat that led to this trick
    whist: Defenders who said whist, in the order of speaking [default: all who are not out]

    Raises QuestionError if it cannot be answered.
    """
    answer: LineAnswer | list[LineAnswer] = verb("line", {"aces": aces, "answered": answered, "at": at, "by": by, "contract": contract, "deal": deal, "declarer": declarer, "discard": discard, "doubling": doubling, "four": four, "gave_up": gave_up, "guest": guest, "half_whist": half_whist, "hand": hand, "kontra": kontra, "leader": leader, "limit": limit, "model": model, "mort": mort, "out": out, "played": played, "pot": pot, "progression": progression, "refa": refa, "rekontra": rekontra, "rules": rules, "run": run, "sub": sub, "taken": taken, "talon": talon, "talon_order": talon_order, "time_limit": time_limit, "trick": trick, "whist": whist}, several=at is not None)
    return answer


def par(
    deal: str,
    *,
    discards: str | int | None = None,
    four: bool | None = None,
    limit: int | None = None,
    model: Literal['selfish', 'allied', 'tricks'] | None = None,
    passed: int | None = None,
    pot: int | None = None,
    refa: bool | None = None,
    rules: Rules | str | Mapping[str, Any] | None = None,
    time_limit: float | None = None,
) -> ParAnswer:
    """What is the auction worth, with all cards known?

    deal: Cards of the deal
    discards: By gain: number of discards weighed for each contract, those with the best tricks, or all [default: 5]
    four: Four players are at the table, and the dealer sits out
    limit: Limit of the pot, if it is not that of the rules
    model: Model of the defenders' decisions and play [default: selfish]
    passed: Number of deals in a row that all have passed before this one
    pot: Contents of the pot before the hand, if hands are paid out of one
    refa: This hand is doubled by a mark for a deal that all passed
    rules: Rules: a preset with switches, or house rules in the shape of a file; those of the command by default
    time_limit: Time limit in seconds; when exceeded, averages and lists are answered as far as they are done, other questions with the error time

    Raises QuestionError if it cannot be answered.
    """
    answer: ParAnswer = verb("par", {"deal": deal, "discards": discards, "four": four, "limit": limit, "model": model, "passed": passed, "pot": pot, "refa": refa, "rules": rules, "time_limit": time_limit}, several=False)
    return answer


@overload
def puzzle(
    *,
    among: int | None = None,
    contract: str | Sequence[str] | None = None,
    count: None = None,
    declarer: Literal['F', 'M', 'R'] | None = None,
    kind: Literal['lead', 'discard', 'defence'] | None = None,
    rules: Rules | str | Mapping[str, Any] | None = None,
    seed: int | None = None,
    time_limit: float | None = None,
) -> PuzzleAnswer: ...
@overload
def puzzle(
    *,
    among: int | None = None,
    contract: str | Sequence[str] | None = None,
    count: int,
    declarer: Literal['F', 'M', 'R'] | None = None,
    kind: Literal['lead', 'discard', 'defence'] | None = None,
    rules: Rules | str | Mapping[str, Any] | None = None,
    seed: int | None = None,
    time_limit: float | None = None,
) -> list[PuzzleAnswer]: ...
def puzzle(
    *,
    among: int | None = None,
    contract: str | Sequence[str] | None = None,
    count: int | None = None,
    declarer: Literal['F', 'M', 'R'] | None = None,
    kind: Literal['lead', 'discard', 'defence'] | None = None,
    rules: Rules | str | Mapping[str, Any] | None = None,
    seed: int | None = None,
    time_limit: float | None = None,
) -> PuzzleAnswer | list[PuzzleAnswer]:
    """Random deals in which exactly one first step wins.

    among: Number of random deals that are searched for them
    contract: Contracts: S H D C N, levels as 7H, misere, slam, run6, uno; all for those of the rules
    count: Number of puzzles
    declarer: Seat that declares
    kind: Step to find
    rules: Rules: a preset with switches, or house rules in the shape of a file; those of the command by default
    seed: Random seed
    time_limit: Time limit in seconds; when exceeded, averages and lists are answered as far as they are done, other questions with the error time

    Raises QuestionError if it cannot be answered.
    """
    answer: PuzzleAnswer | list[PuzzleAnswer] = verb("puzzle", {"among": among, "contract": contract, "count": count, "declarer": declarer, "kind": kind, "rules": rules, "seed": seed, "time_limit": time_limit}, several=count is not None)
    return answer


def review(
    deal: str,
    *,
    aces: Literal['4', 'none'] | None = None,
    answered: str | Sequence[Literal['F', 'M', 'R']] | None = None,
    calls: str | Sequence[str] | None = None,
    contract: str | Sequence[str] | None = None,
    declarer: Literal['F', 'M', 'R'] | None = None,
    discard: str | Sequence[str] | None = None,
    discards: str | int | None = None,
    doubling: int | None = None,
    four: bool | None = None,
    gave_up: bool | None = None,
    guest: Literal['F', 'M', 'R'] | None = None,
    half_whist: Literal['F', 'M', 'R'] | None = None,
    hand: bool | None = None,
    kontra: str | Sequence[Literal['F', 'M', 'R']] | None = None,
    leader: Literal['F', 'M', 'R', 'declarer', 'left', 'right'] | None = None,
    limit: int | None = None,
    model: Literal['selfish', 'allied', 'tricks'] | None = None,
    mort: bool | None = None,
    out: str | Sequence[Literal['F', 'M', 'R']] | None = None,
    played: str | Sequence[str] | None = None,
    pot: int | None = None,
    progression: int | None = None,
    refa: bool | None = None,
    rekontra: bool | None = None,
    rules: Rules | str | Mapping[str, Any] | None = None,
    sub: bool | None = None,
    talon: str | Sequence[str] | None = None,
    talon_order: str | Sequence[str] | None = None,
    time_limit: float | None = None,
    whist: str | Sequence[Literal['F', 'M', 'R']] | None = None,
) -> ReviewAnswer:
    """What did each call, discard, decision and card of a played hand cost? The program takes the hand from a record, so that only the options of the review are flags.

    aces: The declarer's aces: 4, or none if announced
    answered: Defenders whose kontra alone the declarer answered [default: all]
    calls: Calls, in turn from forehand
    contract: Contract: S H D C N, a level as 7H, misere, slam, run6 or uno; or allpass
    deal: Cards of the deal
    declarer: Seat that declared; nobody after allpass
    discard: The two cards that the declarer laid aside
    discards: By gain: number of discards weighed for each contract, those with the best tricks, or all [default: 5]
    doubling: Level of doubling: 1 kontra, 2 rekontra, 3 sub, 4 mort; in place of the answers by name
    four: Four players are at the table, and the dealer sits out
    gave_up: The declarer gave up before the play
    guest: Defender who played at the invitation of the other one
    half_whist: Defender who said half-whist
    hand: The game is played from the hand (raises some targets)
    kontra: Defenders who said kontra
    leader: Leader to the first trick, if it is not the leader by the rules
    limit: Limit of the pot, if it is not that of the rules
    model: Model of the defenders' decisions and play [default: selfish]
    mort: The declarer answered with mort
    out: Seats that dropped out: their cards are not played
    played: Cards played, from the first lead on
    pot: Contents of the pot before the hand, if hands are paid out of one
    progression: For allpass, by gain: number of hands in a row that all have passed, this one included [default: 1]
    refa: This hand is doubled by a mark for a deal that all passed
    rekontra: The declarer answered with rekontra
    rules: Rules: a preset with switches, or house rules in the shape of a file; those of the command by default
    sub: The defender answered with sub
    talon: The two cards of the talon, as '.A..A' or 'HA CA'
    talon_order: For allpass: cards of the talon in the order in which they lead [default: as listed]
    time_limit: Time limit in seconds; when exceeded, averages and lists are answered as far as they are done, other questions with the error time
    whist: Defenders who said whist, in the order of speaking [default: all who are not out]

    Raises QuestionError if it cannot be answered.
    """
    answer: ReviewAnswer = verb("review", {"aces": aces, "answered": answered, "calls": calls, "contract": contract, "deal": deal, "declarer": declarer, "discard": discard, "discards": discards, "doubling": doubling, "four": four, "gave_up": gave_up, "guest": guest, "half_whist": half_whist, "hand": hand, "kontra": kontra, "leader": leader, "limit": limit, "model": model, "mort": mort, "out": out, "played": played, "pot": pot, "progression": progression, "refa": refa, "rekontra": rekontra, "rules": rules, "sub": sub, "talon": talon, "talon_order": talon_order, "time_limit": time_limit, "whist": whist}, several=False)
    return answer


def score(
    *,
    aces: Literal['4', 'none'] | None = None,
    answered: str | Sequence[Literal['F', 'M', 'R']] | None = None,
    contract: str | Sequence[str] | None = None,
    dealer: Literal['F', 'M', 'R', 'D'] | None = None,
    declarer: Literal['F', 'M', 'R'] | None = None,
    doubling: int | None = None,
    four: bool | None = None,
    gave_up: bool | None = None,
    guest: Literal['F', 'M', 'R'] | None = None,
    half_whist: Literal['F', 'M', 'R'] | None = None,
    hand: bool | None = None,
    kontra: str | Sequence[Literal['F', 'M', 'R']] | None = None,
    limit: int | None = None,
    made: Literal['yes', 'no'] | None = None,
    mort: bool | None = None,
    offer: int | None = None,
    other_offers: Mapping[str, int] | str | None = None,
    out: str | Sequence[Literal['F', 'M', 'R']] | None = None,
    pot: int | None = None,
    progression: int | None = None,
    refa: bool | None = None,
    rekontra: bool | None = None,
    rules: Rules | str | Mapping[str, Any] | None = None,
    sub: bool | None = None,
    talon: str | Sequence[str] | None = None,
    time_limit: float | None = None,
    totals: Mapping[str, Any] | str | None = None,
    tricks: Mapping[str, int] | str | None = None,
    whist: str | Sequence[Literal['F', 'M', 'R']] | None = None,
    whole: bool | None = None,
) -> ScoreAnswer:
    """What does a played hand pay, or what is the result of a finished score sheet?

    aces: The declarer's aces: 4, or none if announced
    answered: Defenders whose kontra alone the declarer answered [default: all]
    contract: Contract: S H D C N, a level as 7H, misere, slam, run6 or uno, open-misere, open-slam; allpass when everybody passed
    dealer: Dealer; D, with four at the table, sits out
    declarer: Seat that declared
    doubling: Level of doubling: 1 kontra, 2 rekontra, 3 sub, 4 mort; in place of the answers by name
    four: Four players are at the table, and the dealer sits out
    gave_up: The declarer gave up before the play
    guest: Defender who played at the invitation of the other one
    half_whist: Defender who said half-whist
    hand: The game was played from the hand
    kontra: Defenders who said kontra
    limit: Limit of the pot, if it is not that of the rules
    made: Whether the contract was made, where the tricks do not tell (run6)
    mort: The declarer answered with mort
    offer: Offer of the declarer to the pot for the talon
    other_offers: Offers of the others, where all who offer pay
    out: Seats that dropped out; under Russian rules, where nobody does, seats that passed, as if left out of whist
    pot: Contents of the pot before the hand, if hands are paid out of one
    progression: For allpass: number of hands in a row that all have passed, this one included [default: 1]
    refa: This hand is doubled by a mark for a deal that all passed
    rekontra: The declarer answered with rekontra
    rules: Rules: a preset with switches, or house rules in the shape of a file; those of the command by default
    sub: The defender answered with sub
    talon: The two cards of the talon, as '.A..A' or 'HA CA'
    time_limit: Time limit in seconds; when exceeded, averages and lists are answered as far as they are done, other questions with the error time
    totals: Totals of a finished sheet, in place of a hand: JSON, or a file of it
    tricks: Tricks of each seat; for misere and slam the declarer's are enough
    whist: Defenders who said whist, in the order of speaking [default: all who are not out]
    whole: Give the gains in whole numbers too, with the same sum

    Raises QuestionError if it cannot be answered.
    """
    answer: ScoreAnswer = verb("score", {"aces": aces, "answered": answered, "contract": contract, "dealer": dealer, "declarer": declarer, "doubling": doubling, "four": four, "gave_up": gave_up, "guest": guest, "half_whist": half_whist, "hand": hand, "kontra": kontra, "limit": limit, "made": made, "mort": mort, "offer": offer, "other_offers": other_offers, "out": out, "pot": pot, "progression": progression, "refa": refa, "rekontra": rekontra, "rules": rules, "sub": sub, "talon": talon, "time_limit": time_limit, "totals": totals, "tricks": tricks, "whist": whist, "whole": whole}, several=False)
    return answer


@overload
def solve(
    deal: str,
    *,
    contract: str | Sequence[str] | None = None,
    declarer: Literal['F', 'M', 'R', 'all'] | None = None,
    goal: Literal['tricks', 'made'] | None = None,
    hand: bool | None = None,
    leader: Literal['F', 'M', 'R', 'declarer', 'left', 'right'] | None = None,
    out: str | Sequence[Literal['F', 'M', 'R']] | None = None,
    played: str | Sequence[str] | None = None,
    rules: Rules | str | Mapping[str, Any] | None = None,
    run: int | None = None,
    taken: Mapping[str, int] | str | None = None,
    talon_order: str | Sequence[str] | None = None,
    time_limit: float | None = None,
    trick: str | Sequence[str] | None = None,
) -> SolveAnswer: ...
@overload
def solve(
    deal: list[str] | tuple[str, ...],
    *,
    contract: str | Sequence[str] | None = None,
    declarer: Literal['F', 'M', 'R', 'all'] | None = None,
    goal: Literal['tricks', 'made'] | None = None,
    hand: bool | None = None,
    leader: Literal['F', 'M', 'R', 'declarer', 'left', 'right'] | None = None,
    out: str | Sequence[Literal['F', 'M', 'R']] | None = None,
    played: str | Sequence[str] | None = None,
    rules: Rules | str | Mapping[str, Any] | None = None,
    run: int | None = None,
    taken: Mapping[str, int] | str | None = None,
    talon_order: str | Sequence[str] | None = None,
    time_limit: float | None = None,
    trick: str | Sequence[str] | None = None,
) -> list[SolveAnswer]: ...
def solve(
    deal: list[str] | tuple[str, ...] | str,
    *,
    contract: str | Sequence[str] | None = None,
    declarer: Literal['F', 'M', 'R', 'all'] | None = None,
    goal: Literal['tricks', 'made'] | None = None,
    hand: bool | None = None,
    leader: Literal['F', 'M', 'R', 'declarer', 'left', 'right'] | None = None,
    out: str | Sequence[Literal['F', 'M', 'R']] | None = None,
    played: str | Sequence[str] | None = None,
    rules: Rules | str | Mapping[str, Any] | None = None,
    run: int | None = None,
    taken: Mapping[str, int] | str | None = None,
    talon_order: str | Sequence[str] | None = None,
    time_limit: float | None = None,
    trick: str | Sequence[str] | None = None,
) -> SolveAnswer | list[SolveAnswer]:
    """Which contracts does each hand make, with all cards known?

    contract: Contracts: S H D C N, levels as 7H, misere, slam, run6, uno; all for those of the rules; allpass, everybody for themselves, only by name
    deal: Cards of the deal, or a list of deals
    declarer: Seat that declares, or all
    goal: Result to find: the number of tricks, or, faster, only whether the contract is made
    hand: The game is played from the hand (raises some targets)
    leader: Leader to the first trick, if it is not the leader by the rules
    out: Seats that dropped out: their cards are not played
    played: Cards played so far, from the first lead on; they are still in the hands
    rules: Rules: a preset with switches, or house rules in the shape of a file; those of the command by default
    run: For run6: the number of tricks in a row that the declarer has just taken
    taken: Tricks that each seat took before
    talon_order: For allpass: cards of the talon in the order in which they lead [default: as listed]
    time_limit: Time limit in seconds; when exceeded, averages and lists are answered as far as they are done, other questions with the error time
    trick: Cards of the trick in progress, the lead first; they are no longer in the hands, and leader is the seat that led to this trick

    Raises QuestionError if it cannot be answered.
    """
    answer: SolveAnswer | list[SolveAnswer] = verb("solve", {"contract": contract, "deal": deal, "declarer": declarer, "goal": goal, "hand": hand, "leader": leader, "out": out, "played": played, "rules": rules, "run": run, "taken": taken, "talon_order": talon_order, "time_limit": time_limit, "trick": trick}, several=not isinstance(deal, str))
    return answer


@overload
def talon(
    deal: str,
    *,
    by: Literal['tricks', 'made', 'gain'] | None = None,
    contract: str | Sequence[str] | None = None,
    declarer: Seat,
    discards: str | int | None = None,
    four: bool | None = None,
    goal: Literal['tricks', 'made'] | None = None,
    hand: bool | None = None,
    leader: Literal['F', 'M', 'R', 'declarer', 'left', 'right'] | None = None,
    limit: int | None = None,
    model: Literal['selfish', 'allied', 'tricks'] | None = None,
    out: str | Sequence[Literal['F', 'M', 'R']] | None = None,
    pot: int | None = None,
    refa: bool | None = None,
    rules: Rules | str | Mapping[str, Any] | None = None,
    seed: int | None = None,
    time_limit: float | None = None,
    unknown_defence: int | None = None,
) -> TalonAnswer | UnknownTalonAnswer: ...
@overload
def talon(
    deal: str | Sequence[str],
    *,
    by: Literal['tricks', 'made', 'gain'] | None = None,
    contract: str | Sequence[str] | None = None,
    declarer: Literal['all'] | None = None,
    discards: str | int | None = None,
    four: bool | None = None,
    goal: Literal['tricks', 'made'] | None = None,
    hand: bool | None = None,
    leader: Literal['F', 'M', 'R', 'declarer', 'left', 'right'] | None = None,
    limit: int | None = None,
    model: Literal['selfish', 'allied', 'tricks'] | None = None,
    out: str | Sequence[Literal['F', 'M', 'R']] | None = None,
    pot: int | None = None,
    refa: bool | None = None,
    rules: Rules | str | Mapping[str, Any] | None = None,
    seed: int | None = None,
    time_limit: float | None = None,
    unknown_defence: int | None = None,
) -> list[TalonAnswer | UnknownTalonAnswer]: ...
def talon(
    deal: str | Sequence[str],
    *,
    by: Literal['tricks', 'made', 'gain'] | None = None,
    contract: str | Sequence[str] | None = None,
    declarer: Seat | Literal['all'] | None = None,
    discards: str | int | None = None,
    four: bool | None = None,
    goal: Literal['tricks', 'made'] | None = None,
    hand: bool | None = None,
    leader: Literal['F', 'M', 'R', 'declarer', 'left', 'right'] | None = None,
    limit: int | None = None,
    model: Literal['selfish', 'allied', 'tricks'] | None = None,
    out: str | Sequence[Literal['F', 'M', 'R']] | None = None,
    pot: int | None = None,
    refa: bool | None = None,
    rules: Rules | str | Mapping[str, Any] | None = None,
    seed: int | None = None,
    time_limit: float | None = None,
    unknown_defence: int | None = None,
) -> TalonAnswer | UnknownTalonAnswer | list[TalonAnswer | UnknownTalonAnswer]:
    """Which two cards does the declarer lay aside? Every discard under every contract.

    by: Criterion of discards and contracts [default: the result that goal finds]
    contract: Contracts: S H D C N, levels as 7H, misere, slam, run6, uno; all for those of the rules
    deal: Cards of the deal, or a list of deals
    declarer: Seat that declares, or all
    discards: By gain: number of discards weighed for each contract, those with the best tricks, or all [default: 5]
    four: Four players are at the table, and the dealer sits out
    goal: Result to find: the number of tricks, or, faster, only whether the contract is made
    hand: The game is played from the hand (raises some targets)
    leader: Leader to the first trick, if it is not the leader by the rules
    limit: Limit of the pot, if it is not that of the rules
    model: Model of the defenders' decisions and play [default: selfish]
    out: Seats that dropped out: their cards are not played
    pot: Contents of the pot before the hand, if hands are paid out of one
    refa: This hand is doubled by a mark for a deal that all passed
    rules: Rules: a preset with switches, or house rules in the shape of a file; those of the command by default
    seed: Random seed of the layouts [default: 1]
    time_limit: Time limit in seconds; when exceeded, averages and lists are answered as far as they are done, other questions with the error time
    unknown_defence: Number of random layouts of the two other hands, which are then taken as unknown

    Raises QuestionError if it cannot be answered.
    """
    answer: TalonAnswer | UnknownTalonAnswer | list[TalonAnswer | UnknownTalonAnswer] = verb("talon", {"by": by, "contract": contract, "deal": deal, "declarer": declarer, "discards": discards, "four": four, "goal": goal, "hand": hand, "leader": leader, "limit": limit, "model": model, "out": out, "pot": pot, "refa": refa, "rules": rules, "seed": seed, "time_limit": time_limit, "unknown_defence": unknown_defence}, several=declarer in (None, "all") or not isinstance(deal, str))
    return answer


def usurp(
    deal: str,
    *,
    bid: int | None = None,
    bidders: str | Sequence[Literal['F', 'M', 'R']] | None = None,
    calls: str | Sequence[str] | None = None,
    declarer: Literal['F', 'M', 'R'] | None = None,
    four: bool | None = None,
    limit: int | None = None,
    model: Literal['selfish', 'allied', 'tricks'] | None = None,
    pot: int | None = None,
    refa: bool | None = None,
    rules: Rules | str | Mapping[str, Any] | None = None,
    time_limit: float | None = None,
) -> UsurpAnswer:
    """Which two cards does the declarer lay aside when an opponent may take them up?

    bid: Number of the bid [default: 1]
    bidders: Opponents who have bid too, and may take the cards [default: both]
    calls: Calls of the auction, in turn from forehand, in place of its result
    deal: Cards of the deal
    declarer: Seat that declares
    four: Four players are at the table, and the dealer sits out
    limit: Limit of the pot, if it is not that of the rules
    model: Model of the defenders' decisions and play [default: selfish]
    pot: Contents of the pot before the hand, if hands are paid out of one
    refa: This hand is doubled by a mark for a deal that all passed
    rules: Rules: a preset with switches, or house rules in the shape of a file; those of the command by default
    time_limit: Time limit in seconds; when exceeded, averages and lists are answered as far as they are done, other questions with the error time

    Raises QuestionError if it cannot be answered.
    """
    answer: UsurpAnswer = verb("usurp", {"bid": bid, "bidders": bidders, "calls": calls, "deal": deal, "declarer": declarer, "four": four, "limit": limit, "model": model, "pot": pot, "refa": refa, "rules": rules, "time_limit": time_limit}, several=False)
    return answer
