// Written by `npm run types` from docs/schema: do not edit.

import type { Card } from "./cards";
import type { Seat } from "./deal";

/** The phase of a hand */
export type Phase =
  "auction" | "talon" | "discard" | "usurping" | "announcement" | "decisions" | "play" | "offer" | "over";
/** Answer of `advise`: averages for the cards of a position, or for the actions in a record */
export type AdviseReply = AdviseAnswer | ActionAdvice;
/** Model of the players' decisions and play */
export type Model = "selfish" | "allied" | "tricks";
/** Rule for a hand in which all pass: whether it is played, bid again or redealt */
export type AllPass =
  | "redeal"
  | "dealer-plays"
  | "forehand-again"
  | "dealer-forced"
  | "second-round"
  | "bid-again"
  | "refa"
  | "raspasovka";
/** The value of `by` if gains are compared */
export type GainWord = "gain";
/** Name of a rule of thumb */
export type RuleOfThumb = "partner" | "last" | "second";
/** Choice of a seat in a decision before the play */
export type Choice =
  | "play"
  | "give-up"
  | "drop"
  | "alone"
  | "invite"
  | "kontra"
  | "rekontra"
  | "rekontra-left"
  | "rekontra-right"
  | "sub"
  | "mort"
  | "accept"
  | "announce"
  | "silent"
  | "whist"
  | "pass"
  | "half-whist";
/** The dealer is forced to declare and gives up */
export type GivenUp = "given-up";
/** Seat, or `D` for a dealer without cards */
export type Dealer = "F" | "M" | "R" | "D";
/** Step to find in a puzzle */
export type PuzzleKind = "lead" | "discard" | "defence" | "catch";
/** Theme of a puzzle in which the discard is hidden */
export type CatchTheme = "lead" | "mix" | "paradox";
/** Part of the record of a hand */
export type PartWord = "call" | "announcement" | "decisions" | "card" | "trick";
export type RulesOutput = RulesDescription | RulesHeader;
/** Leader to the first trick */
export type Lead = "declarer" | "forehand" | "left" | "right";
/** Kind of bids in an auction */
export type BidKind = "numbers" | "levels" | "suits" | "asking";
/** Scheme by which hands are settled */
export type PaymentScheme = "pot" | "each" | "reward" | "books" | "paper";
/** A set of contracts */
export type ContractScope = "never" | "suits" | "counting" | "no-trump" | "always";
/** Way in which a target counts tricks */
export type TargetKind = "at-least" | "exactly" | "in-a-row";
/** The layout of a score sheet */
export type SheetLayout = "books" | "paper" | "gains";
/** Column of a score sheet */
export type SheetColumn = "pool" | "mountain" | "whists" | "gains" | "pot";
/** Spades, hearts, diamonds or clubs */
export type Suit = "S" | "H" | "D" | "C";
/** Answer of `talon`: values with all cards known, or averages over layouts of the defenders' cards */
export type TalonReply = TalonAnswer | TalonAverages;
/** Name of a rule of thumb, or `all` */
export type RuleOfThumbName = "partner" | "last" | "second" | "all";

/** Answers of the engine, by question */
export interface Answers {
  act: ActAnswer;
  advise: AdviseReply;
  auction: AuctionAnswer;
  cancel: CancelAnswer;
  cards: CardsAnswer;
  catch: CatchAnswer;
  deal: DealAnswer;
  defend: DefendAnswer;
  evaluate: EvaluateAnswer;
  line: LineAnswer;
  par: ParAnswer;
  ppn: PpnAnswer;
  puzzle: PuzzleAnswer;
  ready: ReadyAnswer;
  review: ReviewAnswer;
  rules: RulesOutput;
  score: ScoreAnswer;
  session: SessionAnswer;
  solve: SolveAnswer;
  state: StateAnswer;
  talon: TalonReply;
  thumb: ThumbCost;
  usurp: UsurpAnswer;
  version: VersionAnswer;
}
/** Action that a built-in player chooses */
export interface ActAnswer {
  /** Name of the rules */
  rules: string;
  /** Seat to act: the one that calls, discards or decides, or whose card is to be played */
  to_act: Seat;
  /** Seat that decides, whose view the player sees: the seat to act, or the whister who plays the cards of both defenders */
  seat: Seat;
  /** Phase of the hand */
  phase: Phase;
  /** Action that the player chooses */
  action: string;
}
/** Averages for each legal card of the seat to move when the others' cards are unknown */
export interface AdviseAnswer {
  /** Known cards, with `?` for the others */
  deal: string;
  /** Name of the rules */
  rules: string;
  /** Seat that declares */
  declarer: Seat;
  /** Contract */
  contract: string;
  /** Seat to move */
  to_move: Seat;
  /** Number of layouts in the averages */
  layouts: number;
  /** Number of layouts that agree with the known cards and with the suits that seats did not follow. It can be up to 7 times the number of layouts in which every card played was legal */
  of: number;
  /** Whether the averages are over all layouts that agree with the known cards */
  all: boolean;
  /** Random seed */
  seed: number;
  /** Legal cards, by suit S H D C, from the ace down */
  cards: CardAverages[];
  /** The time limit was exceeded before the answer was complete */
  partial?: true;
  /** Id of the question */
  id?: string | number;
}
/** Averages for a card */
export interface CardAverages {
  /** Card */
  card: Card;
  /** Share of layouts in which the contract is made, from 0 to 1 */
  chance: Estimate;
  /** Mean tricks for the declarer; absent where tricks are not counted */
  tricks?: Estimate;
  /** Mean gain of the declarer; absent if gains are not calculated, or the contract has no price */
  gain?: Estimate;
  /** Number of layouts in which the contract is made; absent unless the averages are over all layouts */
  made?: number;
  /** Number of layouts, beside `made` */
  of?: number;
  /** Rank of the card for the seat to move, by the chance of the contract and then by tricks: 1 for the best, equally good ones share a rank */
  rank: number;
}
/** Mean over layouts, with its standard error and 95 % confidence interval */
export interface Estimate {
  /** Mean */
  mean: number;
  /** Standard error of the mean; 0 if the mean is over all layouts */
  error: number;
  /** Lower end of the interval */
  low: number;
  /** Upper end of the interval */
  high: number;
}
/** Averages for each legal action of the player to decide, over layouts of the cards that this player does not know. Each layout is solved with all cards known: after the action all players are assumed to see all cards, so that neither gaining nor hiding information has any value */
export interface ActionAdvice {
  /** Name of the rules */
  rules: string;
  /** Seat that decides */
  player: Seat;
  /** Seat that acts: the player's own, or that of the defender whose cards the player plays */
  to_act: Seat;
  /** Phase of the hand */
  phase: Phase;
  /** Model of the players' decisions and play */
  model: Model;
  /** Number of layouts in the averages */
  layouts: number;
  /** Number of layouts that agree with the view. It is exact if all of them were solved; otherwise it also counts layouts in which an action that was taken would not have been legal */
  of: number;
  /** Whether the averages are over all layouts that agree with the view */
  all: boolean;
  /** Random seed */
  seed: number;
  /** Whether only the declarer's discard is hidden. If so, the question `catch` gives an exact answer, without the assumption that all players see all cards */
  only_discard_hidden: boolean;
  /** Legal actions, the best first; equally good ones in the order of the legal actions */
  actions: ActionAverages[];
  /** The time limit was exceeded before the answer was complete */
  partial?: true;
  /** Id of the question */
  id?: string | number;
}
/** Averages for an action */
export interface ActionAverages {
  /** Action */
  action: string;
  /** After a discard, the contract with the highest mean gain; absent for other actions, and if opponents may still take up the discard */
  contract?: string;
  /** Mean gain of the player */
  gain: Estimate;
  /** For a card of a contract, the share of layouts in which the declarer makes it */
  chance?: Estimate;
  /** For a card, the mean tricks of the declarer or, after all have passed, of the seat that plays the card; absent where tricks are not counted */
  tricks?: Estimate;
  /** Rank of the action for the player, by the criterion: 1 for the best, equally good ones share a rank */
  rank: number;
}
/** State of an auction after some calls */
export interface AuctionAnswer {
  /** Name of the rules */
  rules: string;
  /** Whether the auction is over */
  done: boolean;
  /** Seats that may still take up the declarer's discard, in the order in which they are asked */
  may_usurp?: Seat[];
  /** Seat to call */
  to_call?: Seat;
  /** Calls that the seat may make, pass first; of the possible offers only the lowest is listed */
  allowed?: string[];
  /** The dealer, if the consequence is that the dealer becomes declarer (`dealer-plays`); otherwise null. With four at the table, rearhand stands for the dealer */
  declarer?: Seat | null;
  /** Consequence under the rules when all have passed */
  then?: AllPass;
  /** The winning bid: its number or suit, or the call itself if it has neither */
  bid?: string;
  /** Whether the game is played without the talon */
  hand?: boolean;
  /** Whether the declarer may still choose to play without the talon after a bid for a game with it */
  or_hand?: boolean;
}
/** Number of questions that were cancelled */
export interface CancelAnswer {
  /** Number of questions that were cancelled */
  cancelled: number;
}
/** Value of each legal card */
export interface CardsAnswer {
  /** Cards of the deal */
  deal: string;
  /** Name of the rules */
  rules: string;
  /** Seat that declares; null when all have passed */
  declarer: Seat | null;
  /** Contract, or `allpass` */
  contract: string;
  /** Criterion by which the cards are compared */
  by?: GainWord;
  /** Model of the defenders' decisions and play */
  model?: Model;
  /** Seat to move; null when the hand is over */
  to_move: Seat | null;
  /** Trick to which the last card was played; null before the first card */
  trick: PlayedTrick | null;
  /** Card of the talon that leads to the trick of the next card; absent if a seat leads */
  talon_card?: Card;
  /** Tricks that each seat has taken */
  taken: TricksBySeat;
  /** Whether all play from here on is equal: whatever legal cards the seats play, the number of tricks of the declarer stays the same or, if gains are compared or all have passed, that of each seat. Absent if the hand is over, or a card of the talon is still to lead */
  all_equal?: boolean;
  /** Number of turns, one after the other and beginning with this one, at which only one card wins for the side to move: the contract is made or, for the defenders, fails. The other side makes the series as long as it can. Absent if it is not asked for */
  depth?: number;
  /** Legal cards, by suit S H D C, from the ace down */
  cards: CardValue[];
}
/** Trick in play, complete or not */
export interface PlayedTrick {
  /** Seat that plays first */
  leader: Seat;
  /** Card of the talon that leads to the trick; absent if a seat leads */
  talon?: Card;
  /**
   * Cards in the order of play
   *
   * Items: Card: suit and rank, for example HA
   */
  cards: Card[];
  /** Seat that wins; null as long as the trick is incomplete, or if the card of the talon wins for the dealer */
  winner: Seat | null;
}
/** One value for each seat */
export interface TricksBySeat {
  F: number;
  M: number;
  R: number;
}
/** Value of a card */
export interface CardValue {
  /** Card */
  card: Card;
  /** Whether no other card is better for the seat to move */
  best: boolean;
  /** Rank of the card for the seat to move: 1 for the best, equally good ones share a rank */
  rank: number;
  /** Cost for the side that plays the card; absent for a best card, and if gains are compared */
  cost?: CardCost;
  /** Number of the declarer's tricks above the target, negative below it; in misère the negative of the declarer's tricks. Null for contracts that do not count tricks (run6, uno), if gains are compared, and after all have passed */
  margin: number | null;
  tricks?: number | (TricksBySeat | null);
  /** Gains of all players and the pot, if gains are compared */
  gains?: Gains;
  /** Whether the declarer makes the contract */
  made?: boolean;
}
/** Cost of a card against a best one */
export interface CardCost {
  /** Number of tricks that this side loses or, after all have passed, takes in addition; absent for contracts that do not count tricks (run6, uno) */
  tricks?: number;
  /** Whether the card loses the contract for this side: with a best card the declarer would make the contract, or the defenders would defeat it, but with this card they do not */
  decides: boolean;
}
/** Gains of all players and the pot, which sum to zero */
export interface Gains {
  F: number;
  M: number;
  R: number;
  /** Gain of the dealer, if four are at the table and the dealer sits out */
  D?: number;
  /** Change of the amount in the pot. Under rules with bule each point of bule counts `bule_point` supe (usually 10), and the offers for the talon are added */
  pot: number;
}
/** Chance of a declarer whose discard is hidden */
export interface CatchAnswer {
  /** Cards of the deal */
  deal: string;
  /** Name of the rules */
  rules: string;
  /** Seat that declares; null when all have passed */
  declarer: Seat | null;
  /** Contract, or `allpass` */
  contract: string;
  /** Seats that dropped out */
  out?: Seat[];
  /**
   * Cards played so far, from the first lead on. The chance supposes that the declarer can still choose among the discards that these cards leave possible
   *
   * Items: Card: suit and rank, for example HA
   */
  played?: Card[];
  /** Seat that leads, or has led, to the present trick */
  leader: Seat;
  /** Seat to move */
  to_move: Seat;
  /** Number of worlds: groups of possible discards that leave the same play */
  worlds: number;
  /** Whether one plan of the defenders beats every discard; null if a limit ended the search before this was known */
  caught: boolean | null;
  /** Bounds on the probability that the declarer makes the contract, with best play of both sides */
  chance: ChanceBounds;
  /** Possible discards, each group once, by suit S H D C, from the ace down */
  discards: HiddenDiscard[];
  /** Plans of the defenders' mix, which holds the declarer to the upper bound of the chance */
  plans: PlanSummary[];
  /** Plan that is best if the belief is right; absent if no belief is given */
  against?: PlanAgainstBelief;
  /** The declarer's own chance, if the discard is given */
  own?: OwnChance;
  /** The declarer's mix as a list of points of the play, if plans are asked for; the play begins at the first one */
  mix?: {
    [k: string]: unknown;
  }[];
  /** Cards of the seat to move, by suit S H D C, from the ace down. Of touching cards only the lowest is listed */
  cards?: HiddenCard[];
  /** The time limit was exceeded before the answer was complete */
  partial?: true;
}
/** Bounds on the probability that the declarer makes the contract */
export interface ChanceBounds {
  /** Probability that the declarer can guarantee */
  low: number;
  /** Probability to which the defenders can hold the declarer */
  high: number;
  /** The probability as a fraction; null if the bounds differ */
  exact: string | null;
}
/** Possible discard, and its part in the declarer's mix */
export interface HiddenDiscard {
  /**
   * The two cards that are laid aside
   *
   * Items: Card: suit and rank, for example HA
   */
  discard: Card[];
  /** Other discards that leave the same play */
  equal: Card[][];
  /** Number of tricks for the declarer over the whole hand, including tricks already taken: the most that are guaranteed, in misère the fewest. Absent for contracts that do not count tricks (run6, uno), and if only `made` was asked for */
  tricks?: number;
  /** Whether the declarer makes the contract */
  made: boolean;
  /** Probability of the discard in the mix that guarantees the lower bound of the chance */
  weight: number;
}
/** Plan of the defenders, and its part in their mix */
export interface PlanSummary {
  /** Probability of the plan in the mix that guarantees the upper bound of the chance */
  weight: number;
  /** Places of the discards that the plan beats whatever the declarer plays, counted from 0 */
  beats: number[];
  /** First card of the plan; absent if the declarer is to move */
  card?: Card;
  /** The plan itself, if plans are asked for */
  plan?: {
    [k: string]: unknown;
  };
}
/** Plan that beats a set of discards of the greatest total probability in the belief */
export interface PlanAgainstBelief {
  /** Places of the discards that the plan beats whatever the declarer plays, counted from 0 */
  beats: number[];
  /** Probability of these discards in the belief: the largest that one plan can beat */
  weight: number;
  /** First card of the plan; absent if the declarer is to move */
  card?: Card;
  /** The plan itself, if plans are asked for */
  plan?: {
    [k: string]: unknown;
  };
}
/** Chance of a declarer with a given discard, against the defenders' mix of plans in the answer */
export interface OwnChance {
  /** Index of the group that contains the discard, counted from 0 */
  world: number;
  /** Probability of making the contract with best play */
  chance: number;
  /** Cards that the declarer can play, by suit S H D C, from the ace down; absent if a defender is to move. Of touching cards only the lowest is listed */
  cards?: OwnCard[];
}
/** Card of the declarer, and the chance after it */
export interface OwnCard {
  /** Card */
  card: Card;
  /** Probability of making the contract with this card and best play from then on */
  chance: number;
}
/** Chance of the declarer if the seat to move is certain to play this card, and the declarer knows it */
export interface HiddenCard {
  /** Card */
  card: Card;
  /** Whether one plan of the defenders beats every discard after this card; null if a limit ended the search before this was known */
  caught: boolean | null;
  /** Bounds on the probability that the declarer makes the contract after this card */
  chance: ChanceBounds;
  /** Probability with which the side to move plays this card in its mix. It is 0 for all cards if that side has no mix because the chance is 0 or 1 */
  weight: number;
}
/** Random deal or ending that meets the conditions */
export interface DealAnswer {
  /** Cards of the deal or the ending */
  deal: string;
  /** The time limit was exceeded before the answer was complete */
  partial?: true;
}
/** Tricks and gains that the defenders can reach against a contract */
export interface DefendAnswer {
  /** Cards of the deal */
  deal: string;
  /** Name of the rules */
  rules: string;
  /** Seat that declares; null when all have passed */
  declarer: Seat | null;
  /** Contract, or `allpass` */
  contract: string;
  /** Number of tricks for the declarer, with the defenders playing as one side */
  tricks?: number;
  /** Quotas that the defenders can make sure of together */
  quotas?: Quotas;
  /** Defenders that play, the declarer's left neighbour first */
  seats?: DefenderQuota[];
  /** Rules of thumb that the defenders follow */
  rules_of_thumb?: RuleOfThumb[];
  /** Number of tricks for the declarer when the defenders play as one side and follow these rules of thumb */
  tricks_by_thumb?: number;
  /** Model of the defenders' decisions and play */
  model?: Model;
  /** Decisions in the order in which they are made; empty once a card is played */
  decisions?: Decision[];
  /** Result of the hand */
  outcome?: PlayedResult;
  /** Gain that each seat can make sure of in the play if both others play against it; null if a seat drops out by these decisions, the hand is not played, or the number of tricks does not decide the contract (run6) */
  secure?: AmountBySeat | null;
}
/** Quotas that the defenders can make sure of together */
export interface Quotas {
  /** Whether the defenders can make sure that each takes the number of tricks that the rules require, mostly two */
  both: boolean;
  /** Whether the defenders can make sure of four tricks together, regardless of the number that the rules require of a host and a guest */
  together4: boolean;
  /** Whether the defenders can make sure of five tricks together, regardless of the number that the rules require after a kontra */
  together5: boolean;
}
/** Tricks that one defender can make sure of */
export interface DefenderQuota {
  /** Defender */
  seat: Seat;
  /** Number of tricks for this defender when both other players play against it */
  guaranteed: number;
  /** Number of tricks for this defender with the help of the other defender */
  with_partner: number;
  /** Number of tricks for this defender when the other has dropped out; null once a card is played */
  alone: number | null;
}
/** A decision, and the gain from each choice */
export interface Decision {
  /** Seat that decides */
  seat: Seat;
  /** Best choice for this seat */
  best: Choice;
  /** Gain of this seat for each choice, if all players decide and play best afterwards */
  gains: {
    [k: string]: number;
  };
}
/** Result of a played hand */
export interface PlayedResult {
  /** Number of tricks of each seat; null if only the result of the contract is known (run6, and uno in the model `tricks`) */
  tricks: TricksBySeat | null;
  /** Gains of all players and the pot */
  gains: Gains;
}
/** One value for each seat */
export interface AmountBySeat {
  F: number;
  M: number;
  R: number;
}
/** Averages for each contract of a hand when the others' cards are unknown */
export interface EvaluateAnswer {
  /** Known cards, with `?` for the others */
  deal: string;
  /** Name of the rules */
  rules: string;
  /** Seat whose hand is known */
  seat: Seat;
  /** Model of the defenders' decisions and play */
  model: Model;
  /** Number of layouts in the averages */
  layouts: number;
  /** Number of layouts that agree with the known cards. Conditions may rule out some of these layouts */
  of: number;
  /** Whether the averages are over all layouts that agree with the known cards */
  all: boolean;
  /** Random seed */
  seed: number;
  /** Averages, one element for each contract, in the order of the question */
  results: ContractEvaluation[];
  /** The time limit was exceeded before the answer was complete */
  partial?: true;
}
/** Averages for a contract without the talon, and with it */
export interface ContractEvaluation {
  /** Contract */
  contract: string;
  /** Averages without the talon; absent if twelve cards are given, or only the talon was asked for */
  hand?: Means;
  /** Averages with the talon */
  talon: TalonEvaluation;
  /** Points of the ten cards for the contract with the talon; absent if they are not asked for, and where there is no count: in contracts other than six to ten tricks, with fewer than four trumps, or if it was not fitted for the rules */
  points?: Points;
}
/** Averages for a contract over layouts */
export interface Means {
  /** Share of layouts in which the contract is made, from 0 to 1 */
  chance: Estimate;
  /** Mean tricks for the declarer; absent where tricks are not counted */
  tricks?: Estimate;
  /** Mean gain of the declarer; absent if gains are not calculated, or the contract has no price */
  gain?: Estimate;
  /** Number of layouts in which the contract is made; absent unless the averages are over all layouts */
  made?: number;
  /** Number of layouts, beside `made` */
  of?: number;
}
/** Averages for a contract with the talon */
export interface TalonEvaluation {
  /** Share of layouts in which the contract is made, from 0 to 1 */
  chance: Estimate;
  /** Mean tricks for the declarer; absent where tricks are not counted */
  tricks?: Estimate;
  /** Mean gain of the declarer; absent if gains are not calculated, or the contract has no price */
  gain?: Estimate;
  /** Number of layouts in which the contract is made; absent unless the averages are over all layouts */
  made?: number;
  /** Number of layouts, beside `made` */
  of?: number;
  /** Fewest and most tricks over all layouts; absent if they are not asked for, in contracts that do not count tricks, or if the time was up before they were known */
  extremes?: Extremes;
  /** Value if the discard is hidden and chosen before the defenders' hands are opened; absent if it is not asked for, if no discard is hidden in the contract, or if the time was up before it was known */
  hidden?: HiddenValue;
}
/** Fewest and most tricks of a declarer with twelve cards over all layouts of the other cards, each played best by both sides with all cards known */
export interface Extremes {
  /** Fewest tricks */
  fewest: ExtremeLayout;
  /** Most tricks */
  most: ExtremeLayout;
  /** Number of layouts on which the contract is made */
  made: number;
  /** Number of layouts */
  of: number;
}
/** Number of tricks, and a layout on which the declarer takes it */
export interface ExtremeLayout {
  /** Number of the declarer's tricks */
  tricks: number;
  /** First such layout in the order of the layouts */
  layout: string;
}
/** Value of a contract whose discard is hidden, chosen before the defenders' hands are opened */
export interface HiddenValue {
  /** Chance of making the contract with the mix, on layouts that were not used to find it */
  chance: Estimate;
  /** Bounds on the mean of these layouts. They differ only if the limit on nodes was reached on a layout */
  bounds: MeanBounds;
  /** Chance of the best mix on the layouts that were used to find it. It is an estimate of the hand's value that is too high on average */
  estimate: number;
  /** Gain of the declarer; absent if the contract has no price. A discard that is caught takes as many tricks as with open cards */
  gain?: Estimate;
  /** Mean tricks of the declarer where the contract fails, with open cards; absent if it never fails */
  tricks_when_caught?: number;
  /** Number of layouts that were used to find the mix */
  layouts: number;
  /** Number of layouts in the chance and the gain */
  fresh: number;
  /** Discards of the mix, the most probable first; absent if the talon is unknown, since each talon has its own mix */
  mix?: MixedDiscard[];
  /** Best single discard if the defenders knew it */
  single?: SingleDiscard;
  /** Strategies of both sides on some of the fresh layouts; absent if they are not asked for */
  certificate?: HiddenCertificate;
}
/** Bounds on a mean chance */
export interface MeanBounds {
  /** Mean of the chances that the mix guarantees */
  low: number;
  /** Mean of the chances to which the defenders can hold the mix */
  high: number;
}
/** Discard of a mix, and its probability */
export interface MixedDiscard {
  /**
   * The two cards that are laid aside
   *
   * Items: Card: suit and rank, for example HA
   */
  discard: Card[];
  /** Other discards that leave the same play */
  equal?: Card[][];
  /** First card that the declarer leads; absent if a defender leads */
  lead?: Card;
  /** Probability of the discard and the first card */
  weight: number;
}
/** Discard that the defenders know, and its chance */
export interface SingleDiscard {
  /**
   * The two cards that are laid aside
   *
   * Items: Card: suit and rank, for example HA
   */
  discard: Card[];
  /** First card that the declarer leads; absent if a defender leads */
  lead?: Card;
  /** Chance of making the contract, on the layouts of the mix's chance */
  chance: number;
}
/** What is needed to check the chance of a mix on some of the fresh layouts by the rules of play alone */
export interface HiddenCertificate {
  /** Seat that leads to the first trick */
  leader: Seat;
  /** Exact probability of each element of the mix, in the same order */
  weights: string[];
  /** The first fresh layouts, each with the strategies of both sides */
  layouts: CertifiedLayout[];
}
/** Layout, with the strategies that guarantee the bounds of the mix's chance on it */
export interface CertifiedLayout {
  /** Cards of the layout */
  layout: string;
  /** Chance that the declarer guarantees with the mix */
  low: string;
  /** Chance to which the defenders hold the mix. It is greater than `low` only if the limit on nodes was reached */
  high: string;
  /** Strategies after each first card of the mix; a single element if a defender leads */
  parts: CertifiedPart[];
}
/** Strategies of both sides after the declarer's first card. Discards are numbered by their places in the mix */
export interface CertifiedPart {
  /** First card; absent if a defender leads */
  lead?: Card;
  /** The declarer's play after each discard of the mix with this first card */
  mix: {
    [k: string]: unknown;
  }[];
  /** The defenders' play */
  defence: {
    [k: string]: unknown;
  }[];
}
/** Points of a hand in a contract with the talon */
export interface Points {
  /** Points counted */
  count: number;
  /** Fewest points with which the contract is made more often than not */
  needed: number;
  /** Chance of making the contract that belongs to the count */
  chance: number;
  /** Sum of the values of the four holdings, which is about the number of tricks */
  sheet: number;
  /** Chance of making the contract that belongs to this sum */
  sheet_chance: number;
}
/** Result of a play, and a line of best cards of all players to the last trick */
export interface LineAnswer {
  /** Cards of the deal */
  deal: string;
  /** Name of the rules */
  rules: string;
  /** Seat that declares; null when all have passed */
  declarer: Seat | null;
  /** Contract, or `allpass` */
  contract: string;
  /** Criterion by which the cards are compared */
  by?: GainWord;
  /** Model of the defenders' decisions and play */
  model?: Model;
  /**
   * Cards still to be played; among several best cards the first by suit S H D C, from the ace down, is played
   *
   * Items: Card: suit and rank, for example HA
   */
  line: Card[];
  /** Tricks that these cards form; the first includes the cards on the table */
  line_tricks: PlayedTrick[];
  tricks?: number | (TricksBySeat | null);
  /** Gains of all players and the pot, if gains are compared */
  gains?: Gains;
  /** Whether the declarer makes the contract */
  made?: boolean;
}
/** Auction in which each player makes the calls that gain them most, and the game that follows */
export interface ParAnswer {
  /** Cards of the deal */
  deal: string;
  /** Name of the rules */
  rules: string;
  /** Model of the players' decisions and play */
  model: Model;
  /** Calls in turn from forehand; seats that have passed are skipped */
  calls: string[];
  /** Seat that made each of these calls */
  callers: Seat[];
  /** Seat that declares, or the dealer who is forced to declare and gives up; null if nobody declares */
  declarer: Seat | null;
  /** Game that is played after the auction; absent if none is played */
  game?: ParGame;
  /** Consequence of an auction after which no contract is played: all have passed, or the dealer gives up. Absent if a contract is played */
  then?: GivenUp | AllPass;
  /** Gains of all players and the pot */
  gains: Gains;
  /** Results of the contracts that can be announced, for each declarer. Contracts that are played alike, such as the levels of one suit, or misère and open misère, are listed once, as the first of them */
  makes: ContractResults[];
}
/** Game after an auction */
export interface ParGame {
  /** The winning bid: its number or suit, or the call itself if it has neither. Absent if the dealer declares after all have passed */
  bid?: string;
  /** Whether the game is played from the hand, that is, without the talon */
  hand: boolean;
  /** Contract */
  contract: string;
  /**
   * The two cards that the declarer lays aside
   *
   * Items: Card: suit and rank, for example HA
   */
  discard?: Card[];
  /** Whether an opponent took up the discard of the seat that won the auction */
  usurped?: boolean;
  /** Number of tricks for the declarer over the whole hand, including tricks already taken: the most that are guaranteed, in misère the fewest. Absent for contracts that do not count tricks (run6, uno), and if only `made` was asked for */
  tricks?: number;
  /** Whether the declarer makes the contract */
  made: boolean;
  /** Decisions before the play, in the order in which they are made */
  decisions: Decision[];
}
/** Results of a contract without the talon and with it. For a misère that fails, the number of tricks is absent */
export interface ContractResults {
  /** Seat that declares */
  declarer: Seat;
  /** Contract */
  contract: string;
  /** Result without the talon */
  hand: Outcome;
  /** Result with the talon and the best discard for this contract */
  talon: Outcome;
}
/** Result of a contract when everybody plays best */
export interface Outcome {
  /** Number of tricks for the declarer over the whole hand, including tricks already taken: the most that are guaranteed, in misère the fewest. Absent for contracts that do not count tricks (run6, uno), and if only `made` was asked for */
  tricks?: number;
  /** Whether the declarer makes the contract */
  made: boolean;
}
/** Converted hands */
export interface PpnAnswer {
  /** Hands in the order of the question */
  hands: ConvertedHand[];
}
/** Hand in the other form */
export interface ConvertedHand {
  /** Name in PPN; hands from records are numbered. Null if the deal has none */
  name: string | null;
  /** Record of a deal in PPN. Its calls are the first that lead to the bids in PPN */
  record?: HandRecord;
  /** PPN of a record */
  ppn?: string;
  /** Reason why the hand has no other form */
  problem?: string;
}
/** The record of a hand: rules, deal, table, and all actions in their order. In JSON it is an object with a key for each of them */
export interface HandRecord {
  /** Rules: a preset with switches, or house rules with the keys of a rules file */
  rules: string | {};
  /** Cards as they were dealt */
  deal: string;
  /** The dealer; if absent, rearhand or, with four at the table, the player who sits out */
  dealer?: Dealer;
  /** Whether four players are at the table, one of whom sits out */
  four?: boolean;
  /** The amount in the pot, the dealer's ante included; absent if it is unknown */
  pot?: number;
  /** The limit up to which the pot counts, if it differs from the limit in the rules */
  limit?: number;
  /** Number of passed-out hands in a row before this one */
  passed?: number;
  /** The seats with a mark (refa), which doubles the hand if the seat declares */
  marks?: Seat[];
  /**
   * The talon's two cards in the order in which they lead if all pass; absent if it is the order of suits and ranks
   *
   * Items: Card: suit and rank, for example HA
   */
  talon_order?: Card[];
  /** All actions from the first call on */
  actions: string[];
}
/** Puzzle and its solution */
export interface PuzzleAnswer {
  /** Cards of the deal or the ending */
  deal: string;
  /** Name of the rules */
  rules: string;
  /** Kind of step that the puzzle asks for */
  kind: PuzzleKind;
  /** Seat that declares */
  declarer: Seat;
  /** Contract */
  contract: string;
  /** Seat that leads */
  leader: Seat;
  /** Number of tricks that each seat has taken before the ending; absent in a whole deal */
  taken?: TricksBySeat;
  /** Winning cards, or winning discards of two cards; if there are several, they are equivalent. In puzzles in which the declarer must mix, the discards of the mix */
  solution: Card[][];
  /** Number of turns in succession at which only one step wins, if the other side prolongs the series as far as it can. Absent if the discard is hidden */
  depth?: number;
  /** Theme and mix, if the discard is hidden */
  hidden?: CatchPuzzle;
  /** The time limit was exceeded before the answer was complete */
  partial?: true;
}
/** Data of a puzzle in which the discard is hidden: its theme, the chance, and the declarer's mix */
export interface CatchPuzzle {
  /** Theme */
  theme: CatchTheme;
  /** Number of worlds: groups of possible discards that leave the same play */
  worlds: number;
  /** Probability that the declarer makes the contract, with best play of both sides */
  chance: ChanceBounds;
  /** Discards that the declarer mixes, the heaviest first; none if the contract is caught */
  mix: HiddenDiscard[];
  /** The two discards of a paradox: a discard of the mix that is not best with open cards, and a discard with less weight that is best with open cards */
  compared?: HiddenDiscard[];
}
/** Rules that are ready for questions, and their endgame tables */
export interface ReadyAnswer {
  /** Names of the rules */
  rules: string[];
  /** Endgame tables that are loaded for these rules */
  tables: string[];
}
/** Cost of each step of a played hand */
export interface ReviewAnswer {
  /** Cards as they were dealt */
  deal: string;
  /** Name of the rules */
  rules: string;
  /** Seat that declares; null when all have passed, and before the announcement */
  declarer: Seat | null;
  /** Contract, or `allpass`; null before the announcement */
  contract: string | null;
  /** Calls */
  calls: CallStep[];
  /** Discard */
  discard?: DiscardPairStep;
  /** Contract that was announced, compared with the others that the winning bid allowed after the same discard; absent if the record has no calls or the bid allowed only one contract */
  announcement?: ContractStep;
  /** Decisions between the auction and the play */
  decisions: ChoiceStep[];
  /** Cards */
  cards: CardStep[];
  /** Steps that broke the rules; calls and cards after an illegal one are not evaluated */
  broken: ReviewFault[];
  /** Number of tricks that each seat took, as far as the hand was played */
  tricks: TricksBySeat;
  /** Whether the contract was made; null if the hand was not played to its end */
  made?: boolean;
}
/** A call, discard, announcement, decision or card of a hand, with the best alternatives and its cost */
export interface CallStep {
  /** Seat that took the step */
  seat: Seat;
  /** Step that was taken */
  done: string;
  /** Best steps, which may include the step that was taken. Discards and the cards of a contract are compared by tricks or, where tricks are not counted, by the result of the contract; all other steps are compared by gain, or by tricks if a passed-out hand has no price */
  best: string[];
  /** Number of tricks that the step cost the seat's side; absent where tricks are not counted */
  tricks_lost?: number;
  /** Whether the step changed the result of the contract, from made to failed or the other way round */
  decided: boolean;
  /** Gain that the step cost the seat if all players decide and play on by the model; under the model `allied` a defender's step counts for both defenders together. If a lone whister plays the cards of the defender who passed, the cost is that of the whister. Absent if the hand has no price, and for cards of defenders in the model `tricks`, in which they share their tricks evenly */
  gain_lost?: number;
}
/** A call, discard, announcement, decision or card of a hand, with the best alternatives and its cost */
export interface DiscardPairStep {
  /** Seat that took the step */
  seat: Seat;
  /** Step that was taken */
  done: string;
  /** Best steps, which may include the step that was taken. Discards and the cards of a contract are compared by tricks or, where tricks are not counted, by the result of the contract; all other steps are compared by gain, or by tricks if a passed-out hand has no price */
  best: string[];
  /** Number of tricks that the step cost the seat's side; absent where tricks are not counted */
  tricks_lost?: number;
  /** Whether the step changed the result of the contract, from made to failed or the other way round */
  decided: boolean;
  /** Gain that the step cost the seat if all players decide and play on by the model; under the model `allied` a defender's step counts for both defenders together. If a lone whister plays the cards of the defender who passed, the cost is that of the whister. Absent if the hand has no price, and for cards of defenders in the model `tricks`, in which they share their tricks evenly */
  gain_lost?: number;
}
/** A call, discard, announcement, decision or card of a hand, with the best alternatives and its cost */
export interface ContractStep {
  /** Seat that took the step */
  seat: Seat;
  /** Step that was taken */
  done: string;
  /** Best steps, which may include the step that was taken. Discards and the cards of a contract are compared by tricks or, where tricks are not counted, by the result of the contract; all other steps are compared by gain, or by tricks if a passed-out hand has no price */
  best: string[];
  /** Number of tricks that the step cost the seat's side; absent where tricks are not counted */
  tricks_lost?: number;
  /** Whether the step changed the result of the contract, from made to failed or the other way round */
  decided: boolean;
  /** Gain that the step cost the seat if all players decide and play on by the model; under the model `allied` a defender's step counts for both defenders together. If a lone whister plays the cards of the defender who passed, the cost is that of the whister. Absent if the hand has no price, and for cards of defenders in the model `tricks`, in which they share their tricks evenly */
  gain_lost?: number;
}
/** A call, discard, announcement, decision or card of a hand, with the best alternatives and its cost */
export interface ChoiceStep {
  /** Seat that took the step */
  seat: Seat;
  /** Step that was taken */
  done: Choice;
  /** Best steps, which may include the step that was taken. Discards and the cards of a contract are compared by tricks or, where tricks are not counted, by the result of the contract; all other steps are compared by gain, or by tricks if a passed-out hand has no price */
  best: Choice[];
  /** Number of tricks that the step cost the seat's side; absent where tricks are not counted */
  tricks_lost?: number;
  /** Whether the step changed the result of the contract, from made to failed or the other way round */
  decided: boolean;
  /** Gain that the step cost the seat if all players decide and play on by the model; under the model `allied` a defender's step counts for both defenders together. If a lone whister plays the cards of the defender who passed, the cost is that of the whister. Absent if the hand has no price, and for cards of defenders in the model `tricks`, in which they share their tricks evenly */
  gain_lost?: number;
}
/** A call, discard, announcement, decision or card of a hand, with the best alternatives and its cost */
export interface CardStep {
  /** Seat that took the step */
  seat: Seat;
  /** Step that was taken */
  done: Card;
  /**
   * Best steps, which may include the step that was taken. Discards and the cards of a contract are compared by tricks or, where tricks are not counted, by the result of the contract; all other steps are compared by gain, or by tricks if a passed-out hand has no price
   *
   * Items: Card: suit and rank, for example HA
   */
  best: Card[];
  /** Number of tricks that the step cost the seat's side; absent where tricks are not counted */
  tricks_lost?: number;
  /** Whether the step changed the result of the contract, from made to failed or the other way round */
  decided: boolean;
  /** Gain that the step cost the seat if all players decide and play on by the model; under the model `allied` a defender's step counts for both defenders together. If a lone whister plays the cards of the defender who passed, the cost is that of the whister. Absent if the hand has no price, and for cards of defenders in the model `tricks`, in which they share their tricks evenly */
  gain_lost?: number;
}
/** Breach of the rules, and the part of the record where it happened */
export interface ReviewFault {
  /** Part of the record where the rules were broken */
  part: PartWord;
  /** Number of the call, card or trick, from 1 */
  number?: number;
  /** Message that says how the rules were broken */
  problem: string;
}
/** Full description of a rule set */
export interface RulesDescription {
  /** Name, with the switches that differ from the preset */
  rules: string;
  /** Other names of the preset */
  aliases?: string[];
  /** Title in a few words */
  title: string;
  /** Source that describes the rules */
  source: string;
  /** Lead, auction, talon and settlement, each in one word or as a switch */
  summary: RulesSummary;
  /** Switches that are on: obligations in the play, besides following suit */
  play: string[];
  /** Targets of all contracts of the rules (the contracts that `"contract":"all"` selects) */
  targets: ContractTarget[];
  /** Contracts in the order in which the rules rank them, the lowest first */
  ranking: string[];
  /** Text of a file of house rules that describes these rules in full; left out by a build that reads no such files */
  toml?: string;
  /** Id of the question */
  id?: string | number;
}
/** Main rules, each with the value that a file of house rules has for it */
export interface RulesSummary {
  /** Seat that leads to the first trick, unless the contract has a leader of its own */
  lead: Lead;
  /** Kind of bids in the auction; null if the rules have no auction */
  bids: BidKind | null;
  /** Rule for a hand in which all pass: whether it is played, bid again or redealt */
  all_pass: AllPass;
  /** Payment scheme; null if the rules have no settlement */
  settlement: PaymentScheme | null;
  /** Whether the talon is shown to all players before the declarer takes it up */
  talon_shown: boolean;
  /** Whether the defenders' hands are opened in a misère */
  misere_open: boolean;
  /** Contracts in which each playing defender needs a number of tricks */
  quotas: ContractScope;
}
/** Target of a contract, in tricks for the declarer */
export interface ContractTarget {
  /** Contract */
  contract: string;
  /** Kind of the target */
  take: TargetKind;
  /** Number of tricks required without the talon */
  hand: number;
  /** Number of tricks required with the talon */
  talon: number;
  /** Whether the contract has a price, so that it can be announced and settled */
  priced: boolean;
}
/** Name, title and source of a rule set */
export interface RulesHeader {
  /** Name, with the switches that differ from the preset */
  rules: string;
  /** Other names of the preset */
  aliases?: string[];
  /** Title in a few words */
  title: string;
  /** Source that describes the rules */
  source: string;
}
/** Gains from a played hand, or from a score sheet, in units, whists or supe; they sum to zero */
export interface ScoreAnswer {
  /** Name of the rules */
  rules: string;
  F: number;
  M: number;
  R: number;
  /** Gain of the dealer, if four are at the table and the dealer sits out */
  D?: number;
  /** Change of the amount in the pot. Under rules with bule each point of bule counts `bule_point` supe (usually 10), and the offers for the talon are added */
  pot: number;
  /** Gains rounded to whole numbers with the same sum, if they were asked for */
  whole?: WholeGains;
}
export interface WholeGains {
  F: number;
  M: number;
  R: number;
  D?: number;
  pot: number;
}
/** State of a game over several hands */
export interface SessionAnswer {
  /** Name of the rules */
  rules: string;
  /** Names of the players in turn order. Lists of amounts have this order */
  players: string[];
  /** Condition that ends the game */
  end: string;
  /** Conditions that can end a game under these rules, one of each kind with a usual number, the usual one first */
  ends: string[];
  /** Whether the game is over */
  over: boolean;
  /** Hand that is being played, or that is dealt next; null when the game is over */
  next: NextHand | null;
  /** Finished hands, those that are struck out among them */
  hands: FinishedHand[];
  /** Rulings and penalties */
  rulings: AddedRuling[];
  /** Score sheet */
  sheet: SheetState;
  /** Players by their gains so far, the best first */
  standings: PlayerStanding[];
  /** Gains of the players if the game ended now; when it is over, its result */
  gains: number[];
  /** Amount that is left in the pot after these gains */
  pot: number;
}
/** Players of a hand */
export interface NextHand {
  /** Number of the hand, from 1 */
  number: number;
  /** Name of the dealer */
  dealer: string;
  /** Names of the players in the seats F, M and R */
  seats: string[];
  /** Table of the hand, as its record has it */
  table: HandTable;
}
/** The table at which a hand is played. In JSON a key is left out if it has its default value */
export interface HandTable {
  /** The dealer; if absent, rearhand or, with four at the table, the player who sits out */
  dealer?: Dealer;
  /** Whether four players are at the table, one of whom sits out */
  four?: boolean;
  /** The amount in the pot, the dealer's ante included; absent if it is unknown */
  pot?: number;
  /** The limit up to which the pot counts, if it differs from the limit in the rules */
  limit?: number;
  /** Number of passed-out hands in a row before this one */
  passed?: number;
  /** The seats with a mark (refa), which doubles the hand if the seat declares */
  marks?: Seat[];
}
/** Finished hand of a game */
export interface FinishedHand {
  /** Contract; null if nobody declared */
  contract: string | null;
  /** Name of the declarer */
  declarer: string | null;
  /** Names of the players in the seats F, M and R */
  seats: string[];
  /** Gains of the players */
  gains: number[];
  /** Amount in the pot after the hand */
  pot: number;
  /** Whether a mark (refa) doubled the payment of the hand */
  refa: boolean;
  /** Whether the hand is struck out, so that its gains do not count */
  struck: boolean;
  /** Remark on a hand that is struck out */
  words: string;
}
/** Ruling or penalty of the table */
export interface AddedRuling {
  /** Number of elements of `hands` before it */
  after: number;
  /** Gains of the players */
  gains: number[];
  /** Amount in the pot after the ruling */
  pot: number;
  /** Remark on the ruling */
  words: string;
}
/** Score sheet of a game */
export interface SheetState {
  /** Layout of the sheet */
  layout: SheetLayout;
  /** Entries of each player */
  entries: PlayerEntries[];
  /** Amount in the pot after each hand */
  pot: number[];
  /** Numbers that are struck out, for each column in the order of writing */
  struck: StruckEntry[];
  /** Line for each ruling and each hand that is struck out */
  notes: string[];
  /** Size of each player's pool, if the game is played until the pools are full */
  pool_size: number | null;
}
/** The numbers of one player on a score sheet: pool, mountain and whists, each in the order of writing */
export interface PlayerEntries {
  /** The numbers in the pool */
  pool: number[];
  /** The numbers in the mountain; under rules with bule, the bule */
  mountain: number[];
  /** The whists or supe on each other player, by index; the list at the player's own index is empty */
  whists: number[][];
  /** The gains from each deal */
  gains: number[];
  /** The player's result if the game ended after these deals */
  total: number;
}
/** Number on a score sheet that is struck out */
export interface StruckEntry {
  /** Column of the number */
  column: SheetColumn;
  /** Player whose column it is, by index; null for the pot */
  player: number | null;
  /** Player on whom the whists are written, by index */
  on: number | null;
  /** How many numbers of the column stand before it, without struck ones */
  after: number;
  /** Number */
  amount: number;
}
/** Place of a player among all players */
export interface PlayerStanding {
  /** Place, from 1. Players with equal gains share the better place */
  place: number;
  /** Name of the player */
  player: string;
  /** Gain so far */
  gain: number;
}
/** Results of contracts, grouped by declarer and then in the order of the question; passing out comes last */
export interface SolveAnswer {
  /** Cards of the deal */
  deal: string;
  /** Name of the rules */
  rules: string;
  /** Results, one for each declarer and contract, then one for passing out if it was asked for */
  results: ContractSolution[];
}
/** Result of a contract, or of the play after all have passed */
export interface ContractSolution {
  /** Seat that declares; null when all have passed */
  declarer: Seat | null;
  /** Contract, or `allpass` */
  contract: string;
  /** Seat that leads the current or next trick; null after the last trick */
  leader: Seat | null;
  /** Number of tricks over the whole hand: of the declarer, or of each seat when all have passed. Absent for run6 and uno, and if the goal is `made` */
  tricks?: number | TricksBySeat;
  /** Whether the declarer makes the contract; absent when all have passed */
  made?: boolean;
  /** Number of the declarer's tricks above the target, negative below it; in misère the negative of the declarer's tricks. Null for run6 and uno, when all have passed, and if the goal is `made` */
  margin: number | null;
}
/** State of a hand */
export interface StateAnswer {
  /** Name of the rules */
  rules: string;
  /** Seat to act: the one that calls, discards or decides, or whose card is to be played; null when the hand is over */
  to_act: Seat | null;
  /** Seat that decides: the seat to act, or the whister who plays the cards of both defenders; null when the hand is over */
  player: Seat | null;
  /** Phase of the hand */
  phase: Phase;
  /** Texts of the legal actions of the player. The list is empty if the question names another seat, since the actions would show the player's cards */
  legal_actions: string[];
  /** Texts of the claims that the player can make instead, empty if the question names another seat. Whether a claim stands is checked when it is made */
  claims: string[];
  /** Texts of the offers to divide the tricks that the player can make instead, empty if the question names another seat. The others then accept or refuse */
  offers: string[];
  /** Number of tricks that each seat has taken */
  tricks: TricksBySeat;
  /** Winner of each complete trick; null for a trick that a card of the talon has won */
  winners: (Seat | null)[];
  /** Part of the hand that the seat of the question knows */
  view?: StateView;
  /** All facts of the hand, if the question does not name a seat */
  facts?: HandFacts;
  /** Gains of all players and of the pot, which sum to zero; null before the end */
  result: Gains | null;
}
/** The part of a hand that one player knows: its own cards; the calls and decisions of all players and the cards they have played; and the cards that were shown. Everything else is left out, so that two hands that the seat cannot tell apart have equal views */
export interface StateView {
  /** The seat whose view it is, or `D` for the dealer who sits out */
  seat: Dealer;
  /** The rules: a preset with switches, or house rules with the keys of a rules file */
  rules: string | {};
  /** The dealer; if absent, rearhand or, with four at the table, the player who sits out */
  dealer?: Dealer;
  /** Whether four players are at the table, one of whom sits out */
  four?: boolean;
  /** The amount in the pot, the dealer's ante included; absent if it is unknown */
  pot?: number;
  /** The limit up to which the pot counts, if it differs from the limit in the rules */
  limit?: number;
  /** Number of passed-out hands in a row before this one */
  passed?: number;
  /** The seats with a mark (refa), which doubles the hand if the seat declares */
  marks?: Seat[];
  /**
   * The ten cards that were dealt to the seat; none for the dealer who sits out
   *
   * Items: Card: suit and rank, for example HA
   */
  dealt: Card[];
  /**
   * The talon as it was dealt, if the viewer has seen it; otherwise the talon's cards that have led so far
   *
   * Items: Card: suit and rank, for example HA
   */
  talon: Card[];
  /**
   * The talon's cards in the order in which they have led so far, when all have passed; null for a card that has not led
   *
   * Items: Card: suit and rank, for example HA
   */
  talon_leads: (string | null)[];
  /** The steps so far */
  steps: ViewStep[];
  /** The cards that each seat still holds; null if the viewer does not know them. The viewer always knows its own. A seat that has dropped out still holds its cards */
  hands: KnownCardsBySeat;
  /** The suits in which each seat has shown a void, by failing to follow suit */
  voids: SuitsBySeat;
  /** The phase of the hand */
  phase: Phase;
  /** The seat to act, or null */
  to_act: Seat | null;
  /** The seat that decides, or null */
  player: Seat | null;
  /** The declarer, or null */
  declarer: Seat | null;
  /** The contract, or null; in Rust with its declarer */
  contract: string | null;
  /** The seats that take part in the play; none until they are decided, and if no cards are played */
  playing: Seat[];
  /** The number of tricks that each seat has taken so far */
  tricks: TricksBySeat;
  /** The gains of all players and the pot; null before the end of the hand */
  result: Gains | null;
}
/** A step of a hand as a player has seen it */
export interface ViewStep {
  /** The seat that acted, or whose card was played */
  seat: Seat;
  /** The seat that decided */
  player: Seat;
  /** The action, as its text; null (in Rust `None`) for a discard that the viewer has not seen */
  action: string | null;
}
/** One value for each seat */
export interface KnownCardsBySeat {
  F: Card[] | null;
  M: Card[] | null;
  R: Card[] | null;
}
/** One value for each seat */
export interface SuitsBySeat {
  F: Suit[];
  M: Suit[];
  R: Suit[];
}
/** All facts of a hand */
export interface HandFacts {
  /** Declarer, or null */
  declarer: Seat | null;
  /** Contract, or null before the announcement, and if nobody declares */
  contract: string | null;
  /** Seats that take part in the play; none until they are decided, and if no cards are played */
  playing: Seat[];
  /** Steps so far */
  steps: StateStep[];
  /** Cards that each seat holds. Those of the declarer include the talon that was taken up, and not the cards laid aside */
  hands: CardsBySeat;
  /**
   * The two cards of the talon, or the two cards that were laid aside last
   *
   * Items: Card: suit and rank, for example HA
   */
  aside: Card[];
  /** Suits in which each seat has shown a void by not following suit */
  voids: SuitsBySeat;
}
/** An action that was taken */
export interface StateStep {
  /** The seat that acted, or whose card was played */
  seat: Seat;
  /** The seat that decided: `seat`, or the whister who plays the cards of both defenders */
  player: Seat;
  /** The action */
  action: string;
}
/** One value for each seat */
export interface CardsBySeat {
  /** Items: Card: suit and rank, for example HA */
  F: Card[];
  /** Items: Card: suit and rank, for example HA */
  M: Card[];
  /** Items: Card: suit and rank, for example HA */
  R: Card[];
}
/** Value of each discard of one declarer for each contract */
export interface TalonAnswer {
  /** Cards as they were dealt */
  deal: string;
  /** Name of the rules */
  rules: string;
  /** Seat that takes the talon */
  declarer: Seat;
  /** Criterion by which the cards are compared */
  by?: GainWord;
  /** Model of the defenders' decisions and play */
  model?: Model;
  /** All possible discards: 66, or 45 under rules with `discard_first` */
  discards: DiscardResult[];
  /** Best discards for each contract */
  best: BestDiscards[];
  /** Best contract and the discard for it; null if no contract was asked for */
  choice: TalonChoice | null;
  /** Results of the same contracts without the talon */
  hand: ContractResult[];
  /** Gain of the choice minus the gain of the best contract without the talon; present only if gains are compared */
  talon_worth?: number;
  /** Id of the question */
  id?: string | number;
}
/** Discard, and the result of each contract after it */
export interface DiscardResult {
  /**
   * The two cards that are laid aside
   *
   * Items: Card: suit and rank, for example HA
   */
  discard: Card[];
  /** Number of the discard's group, from 1: discards of one group are equivalent in the play */
  group: number;
  /** Rank of the discard over all contracts of the question: 1 for the best, equally good ones share a rank. The number of contracts made comes first, then the sum of the declarer's tricks, in which tricks of a misère count as negative. If gains are compared, this is the rank of the discard's highest gain; absent if no gain was calculated */
  rank?: number;
  /** Results, one for each contract, in the order of the question */
  results: DiscardOutcome[];
}
/** Result of a contract after a discard */
export interface DiscardOutcome {
  /** Contract */
  contract: string;
  /** Number of tricks for the declarer over the whole hand, including tricks already taken: the most that are guaranteed, in misère the fewest. Absent for contracts that do not count tricks (run6, uno), and if only `made` was asked for */
  tricks?: number;
  /** Whether the declarer makes the contract */
  made: boolean;
  /** Gain of the declarer; present only if gains are compared, and only for the discards with the best tricks */
  gain?: number;
  /** Rank of the discard for this contract: 1 for the best, equally good ones share a rank. If gains are compared, it is absent if the gain was not calculated */
  rank?: number;
}
/** Best result of a contract over all discards */
export interface BestDiscards {
  /** Contract */
  contract: string;
  /** Number of tricks for the declarer over the whole hand, including tricks already taken: the most that are guaranteed, in misère the fewest. Absent for contracts that do not count tricks (run6, uno), and if only `made` was asked for */
  tricks?: number;
  /** Whether the declarer makes the contract */
  made: boolean;
  /** Gain of the declarer; present only if gains are compared */
  gain?: number;
  /** Rank of the contract among all contracts of the question: 1 for the best, equally good ones share a rank */
  rank: number;
  /** Discards that reach this result */
  discards: Card[][];
  /** Number of turns in a row, the discard among them, at which only one choice makes the contract; 0 if several discards make it, or none does. Equivalent discards and cards count as one. Absent unless it was asked for */
  depth?: number;
}
/** Best contract, and the discard for it */
export interface TalonChoice {
  /** Contract */
  contract: string;
  /** Number of tricks for the declarer over the whole hand, including tricks already taken: the most that are guaranteed, in misère the fewest. Absent for contracts that do not count tricks (run6, uno), and if only `made` was asked for */
  tricks?: number;
  /** Whether the declarer makes the contract */
  made: boolean;
  /** Gain of the declarer; present only if gains are compared */
  gain?: number;
  /**
   * The two cards that are laid aside
   *
   * Items: Card: suit and rank, for example HA
   */
  discard: Card[];
}
/** Result of a contract */
export interface ContractResult {
  /** Contract */
  contract: string;
  /** Number of tricks for the declarer over the whole hand, including tricks already taken: the most that are guaranteed, in misère the fewest. Absent for contracts that do not count tricks (run6, uno), and if only `made` was asked for */
  tricks?: number;
  /** Whether the declarer makes the contract */
  made: boolean;
  /** Gain of the declarer; present only if gains are compared */
  gain?: number;
}
/** Averages for every discard of one declarer, over layouts of the other two hands */
export interface TalonAverages {
  /** Cards of the declarer and the talon, with `?` for the others */
  deal: string;
  /** Name of the rules */
  rules: string;
  /** Seat that takes the talon */
  declarer: Seat;
  /** Criterion by which the cards are compared */
  by?: GainWord;
  /** Model of the defenders' decisions and play */
  model?: Model;
  /** Number of layouts in the averages */
  layouts: number;
  /** Number of all layouts that agree with the known cards */
  of: number;
  /** Random seed */
  seed: number;
  /** All possible discards: 66, or 45 under rules with `discard_first` */
  discards: DiscardAverages[];
  /** Best discard for each contract */
  best: BestAverages[];
  /** Id of the question */
  id?: string | number;
}
/** Discard, and the averages for each contract after it */
export interface DiscardAverages {
  /**
   * The two cards that are laid aside
   *
   * Items: Card: suit and rank, for example HA
   */
  discard: Card[];
  /** Rank of the discard over all contracts of the question: 1 for the best, equally good ones share a rank. The sum of the chances comes first, then the sum of the declarer's mean tricks, in which tricks of a misère count as negative. If gains are compared, this is the rank of the discard's highest mean gain; absent if no gain was calculated */
  rank?: number;
  /** Averages, one element for each contract, in the order of the question */
  results: ContractAverages[];
}
/** Averages for a contract after one discard */
export interface ContractAverages {
  /** Contract */
  contract: string;
  /** Share of layouts in which the contract is made, from 0 to 1 */
  chance: Estimate;
  /** Mean tricks for the declarer; absent where tricks are not counted */
  tricks?: Estimate;
  /** Mean gain of the declarer; absent if gains are not calculated, or the contract has no price */
  gain?: Estimate;
  /** Number of layouts in which the contract is made; absent unless the averages are over all layouts */
  made?: number;
  /** Number of layouts, beside `made` */
  of?: number;
}
/** Best averages of a contract over all discards */
export interface BestAverages {
  /** Contract */
  contract: string;
  /** Share of layouts in which the contract is made, from 0 to 1 */
  chance: Estimate;
  /** Mean tricks for the declarer; absent where tricks are not counted */
  tricks?: Estimate;
  /** Mean gain of the declarer; absent if gains are not calculated, or the contract has no price */
  gain?: Estimate;
  /** Number of layouts in which the contract is made; absent unless the averages are over all layouts */
  made?: number;
  /** Number of layouts, beside `made` */
  of?: number;
  /**
   * First discard that reaches these averages
   *
   * Items: Card: suit and rank, for example HA
   */
  discard: Card[];
}
/** Cost of a rule of thumb for the defenders over many games */
export interface ThumbCost {
  /** Name of the rules of the game */
  rules: string;
  /** Model of the defenders' play */
  model: Model;
  /** Name of the rule of thumb, or `all` */
  rule_of_thumb: RuleOfThumbName;
  /** Number of games: three for each deal, the best suit game of every seat */
  games: number;
  /** Number of games in which the defenders, playing as one, lose tricks */
  tricks_lost_in: number;
  /** Tricks that the defenders, playing as one, lose over all games */
  tricks_lost: number;
  /** Number of games in which the sum of the defenders' gains changes */
  gains_changed_in: number;
  /** Loss in the sum of the defenders' gains over all games; negative if the rule of thumb gains */
  gains_lost: number;
  /** The time limit was exceeded before the answer was complete */
  partial?: true;
}
/** Value of each discard of the declarer if opponents may take it up */
export interface UsurpAnswer {
  /** Cards of the deal */
  deal: string;
  /** Name of the rules */
  rules: string;
  /** Model of the players' decisions and play */
  model: Model;
  /** Seat that won the auction and takes the talon */
  declarer: Seat;
  /** Number that the declarer has bid */
  bid: number;
  /** Seats that have bid, and so may take up the discard of another seat */
  bidders: Seat[];
  /** All 66 possible discards */
  discards: UsurpDiscard[];
  /** Discard that gains most for the seat that won the auction */
  best: BestUsurpDiscard;
  /** Best discard, and its result, if nobody could take up discards */
  alone: UncontestedDiscard;
}
/** Discard, and the contract and gain to which it leads */
export interface UsurpDiscard {
  /**
   * The two cards that are laid aside
   *
   * Items: Card: suit and rank, for example HA
   */
  discard: Card[];
  /** Whether an opponent takes up the discard */
  usurped: boolean;
  /** Seat that finally declares */
  declarer: Seat;
  /** Contract that is finally played */
  contract: string;
  /** Gain of the seat that won the auction */
  gain: number;
  /** Rank of the discard by this gain: 1 for the best, equally good ones share a rank */
  rank: number;
}
/** Best discard, and the exchanges, contract and gains to which it leads */
export interface BestUsurpDiscard {
  /**
   * The two cards that are laid aside
   *
   * Items: Card: suit and rank, for example HA
   */
  discard: Card[];
  /** Exchanges in order; in the first, the seat that won the auction takes up the talon */
  takings: TakeOver[];
  /** Seat that finally declares */
  declarer: Seat;
  /** Contract that is finally played */
  contract: string;
  /** Number of tricks for the declarer over the whole hand, including tricks already taken: the most that are guaranteed, in misère the fewest. Absent for contracts that do not count tricks (run6, uno), and if only `made` was asked for */
  tricks?: number;
  /** Whether the declarer makes the contract */
  made: boolean;
  /** Gains of all players and the pot */
  gains: Gains;
}
/** Exchange of a seat: two cards that it takes up, and two that it lays aside */
export interface TakeOver {
  /** Seat that takes up two cards */
  seat: Seat;
  /**
   * Cards that it takes up: the talon, or the discard of another seat
   *
   * Items: Card: suit and rank, for example HA
   */
  takes: Card[];
  /**
   * The two cards that are laid aside
   *
   * Items: Card: suit and rank, for example HA
   */
  discard: Card[];
  /** Contract with which this seat outbids the previous declarer. Absent in the first exchange: the seat that won the auction announces a contract only if nobody takes up its discard */
  contract?: string;
}
/** Best discard if nobody could take up discards */
export interface UncontestedDiscard {
  /**
   * The two cards that are laid aside
   *
   * Items: Card: suit and rank, for example HA
   */
  discard: Card[];
  /** Contract that the declarer announces after this discard */
  contract: string;
  /** Gain of the declarer */
  gain: number;
}
/** Version of the program, and the questions that it answers */
export interface VersionAnswer {
  /** Version of the protocol */
  protocol: number;
  /** Version of the program */
  version: string;
  /** Names of the questions */
  asks: string[];
  /** Limits of a question */
  limits: Limits;
  /** Endgame tables that are loaded */
  tables: string[];
}
/** Limits of a question */
export interface Limits {
  /** Maximum length of a line, in bytes */
  line: number;
}
