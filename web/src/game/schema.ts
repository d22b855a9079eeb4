// Written by `npm run types` from docs/schema: do not edit.

import type { Card } from "./cards";
import type { Seat } from "./deal";

/** Criterion of the play */
export type GainWord = "gain";
/** Model of the defenders' decisions and play */
export type Model = "selfish" | "allied" | "tricks";
/** Best choice for this seat */
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
/** The word for a dealer that gives up */
export type GivenUp = "given-up";
/** Sequel of an auction in which all pass */
export type AllPass =
  | "redeal"
  | "dealer-plays"
  | "forehand-again"
  | "dealer-forced"
  | "second-round"
  | "bid-again"
  | "refa"
  | "raspasovka";
/** Step to find */
export type PuzzleKind = "lead" | "discard" | "defence";
/** Part of the hand */
export type PartWord = "call" | "announcement" | "decisions" | "card" | "trick";
/** Seat that leads to the first trick */
export type Lead = "declarer" | "forehand" | "left" | "right";
/** Bids of an auction */
export type Bids = "numbers" | "levels" | "suits" | "asking";
/** Way of settlement */
export type PaymentScheme = "pot" | "each" | "reward" | "books" | "paper";
/** Kind of the target */
export type TargetKind = "at-least" | "exactly" | "in-a-row";
/** Answer of `talon`: for known cards, or averages over layouts of the defenders' cards */
export type TalonReply = TalonAnswer | TalonAverages;

/** Answers of the engine, by question */
export interface Answers {
  cards: CardsAnswer;
  defend: DefendAnswer;
  evaluate: EvaluateAnswer;
  line: LineAnswer;
  par: ParAnswer;
  puzzle: PuzzleAnswer;
  review: ReviewAnswer;
  rules: RulesDescription | RulesHeader;
  solve: SolveAnswer;
  talon: TalonReply;
  usurp: UsurpAnswer;
}
/** Value of each legal card */
export interface CardsAnswer {
  /** Cards of the deal */
  deal: string;
  /** Name of the rules */
  rules: string;
  /** Seat that declares; nobody when all have passed */
  declarer: Seat | null;
  /** Contract, or `allpass` */
  contract: string;
  by?: GainWord;
  model?: Model;
  /** Seat to move; nobody when the hand is over */
  to_move: Seat | null;
  /** Trick to which the last card was played; none before the first card */
  trick: PlayedTrick | null;
  taken: TricksBySeat;
  /** Legal cards in the order of listing */
  cards: CardValue[];
}
/** Trick in play, complete or not */
export interface PlayedTrick {
  /** Seat that plays first */
  leader: Seat;
  /** Card of the talon that leads, when all have passed and the talon leads */
  talon?: Card;
  /**
   * Cards in the order of play
   *
   * Items: Card: suit and rank, as HA
   */
  cards: Card[];
  /** Seat that wins; nobody as long as the trick is incomplete, or if the card of the talon wins for the dealer */
  winner: Seat | null;
}
/** Tricks that each seat has taken */
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
  cost?: CardCost;
  /** Tricks of the declarer over the target, negative below it, in misère minus the tricks; null where a number of tricks does not tell */
  margin: number | null;
  tricks?: number | (TricksBySeat | null);
  gains?: Gains;
  /** Whether the declarer makes the contract */
  made?: boolean;
}
/** Cost for the side that plays the card; absent for a best card, and where everybody plays for themselves */
export interface CardCost {
  /** Tricks that the side loses; absent where tricks are not counted (run6, uno) */
  tricks?: number;
  /** Whether the card decides the contract, which a best card makes, or defeats */
  decides: boolean;
}
/** Gains of everybody, if they play for their gains */
export interface Gains {
  F: number;
  M: number;
  R: number;
  /** Gain of the dealer sitting out, with four at the table */
  D?: number;
  /** Change of the pot; where players write bule, ten times the bule written and the offers for the talon */
  pot: number;
}
/** Possibilities of the defenders against a contract */
export interface DefendAnswer {
  /** Cards of the deal */
  deal: string;
  /** Name of the rules */
  rules: string;
  /** Seat that declares; nobody when all have passed */
  declarer: Seat | null;
  /** Contract, or `allpass` */
  contract: string;
  /** Tricks for the declarer, the defenders playing as one */
  tricks?: number;
  quotas?: Quotas;
  /** Defenders that play, the declarer's left neighbour first */
  seats?: DefenderQuota[];
  /** Rules of thumb that the defenders keep to */
  rules_of_thumb?: ("partner" | "last" | "second")[];
  /** Tricks for the declarer when the defenders, as one, keep to them */
  tricks_by_thumb?: number;
  model?: Model;
  /** Decisions in the order in which they are made; none once a card is played */
  decisions?: Decision[];
  outcome?: PlayedResult;
  /** Gain that each seat can make sure of in the play against best play of the others; none where a seat has dropped out or nothing is played */
  secure?: AmountBySeat | null;
}
/** Quotas that the defenders can make sure of together */
export interface Quotas {
  /** Whether each defender takes as many tricks as the rules ask, mostly two */
  both: boolean;
  /** Whether they take four tricks together, regardless of the number that the rules ask of a host and a guest */
  together4: boolean;
  /** Whether they take five tricks together, regardless of the number that the rules ask after a kontra */
  together5: boolean;
}
/** Tricks that one defender can make sure of */
export interface DefenderQuota {
  /** Defender */
  seat: Seat;
  /** Tricks for this defender against best play of both others */
  guaranteed: number;
  /** Tricks for this defender when the other defender helps */
  with_partner: number;
  /** Tricks for this defender when the other has dropped out; `None` once a card is played */
  alone: number | null;
}
/** A decision, and the gain that each alternative brings */
export interface Decision {
  /** Seat that decides */
  seat: Seat;
  best: Choice;
  /** Gain of this seat by choice, everybody deciding and playing best thereafter */
  gains: {
    [k: string]: number;
  };
}
/** Result of the hand */
export interface PlayedResult {
  tricks: TricksBySeat | null;
  gains: Gains;
}
export interface AmountBySeat {
  F: number;
  M: number;
  R: number;
}
/** Averages for each contract of a hand, the others' cards unknown */
export interface EvaluateAnswer {
  /** Known cards, with `?` for the others */
  deal: string;
  /** Name of the rules */
  rules: string;
  /** Seat whose hand is known */
  seat: Seat;
  model: Model;
  /** Number of layouts in the averages */
  layouts: number;
  /** Number of layouts that there are, some of which a condition may rule out */
  of: number;
  /** Whether these are all layouts */
  all: boolean;
  /** Random seed */
  seed: number;
  /** Averages, one element for each contract, in the order of the question */
  results: ContractEvaluation[];
  /** The time was over before the answer was complete */
  partial?: true;
}
/** Averages for a contract */
export interface ContractEvaluation {
  /** Contract */
  contract: string;
  hand?: Means;
  talon: Means;
}
/** Averages from the hand; none of twelve cards */
export interface Means {
  chance: Estimate;
  tricks?: Estimate;
  gain?: Estimate;
}
/** Share of layouts on which it is made, from 0 to 1 */
export interface Estimate {
  /** Mean */
  mean: number;
  /** Standard error of the mean; 0 over all layouts */
  error: number;
  /** Lower end of the interval */
  low: number;
  /** Upper end of the interval */
  high: number;
}
/** Result of a play, and a line of best cards for everybody through the last trick */
export interface LineAnswer {
  /** Cards of the deal */
  deal: string;
  /** Name of the rules */
  rules: string;
  /** Seat that declares; nobody when all have passed */
  declarer: Seat | null;
  /** Contract, or `allpass` */
  contract: string;
  by?: GainWord;
  model?: Model;
  /**
   * Cards still to be played; of several best cards the first in the order of listing
   *
   * Items: Card: suit and rank, as HA
   */
  line: Card[];
  /** Tricks that these cards make, the first with the cards that lie on the table */
  line_tricks: PlayedTrick[];
  tricks?: number | (TricksBySeat | null);
  gains?: Gains;
  /** Whether the declarer makes the contract */
  made?: boolean;
}
/** Auction in which everybody makes the calls that gain them most, and its consequences */
export interface ParAnswer {
  /** Cards of the deal */
  deal: string;
  /** Name of the rules */
  rules: string;
  model: Model;
  /** Calls, in turn from forehand, without seats that have passed */
  calls: string[];
  /** Seats that made these calls, one for each */
  callers: Seat[];
  /** Seat that declares, or must declare and gives up; nobody when all have passed */
  declarer: Seat | null;
  game?: ParGame;
  /** Consequence when all have passed, or when the dealer gives up */
  then?: GivenUp | AllPass;
  gains: Gains;
  /** Results of each contract that can be announced, by declarer; of levels the lowest of each strain */
  makes: MadeContracts[];
}
/** Game that is played */
export interface ParGame {
  /** Number or suit of the bid, else the call; none of a dealer that must declare */
  bid?: string;
  /** Whether the game is played from the hand */
  hand: boolean;
  /** Contract */
  contract: string;
  /**
   * The two cards that are laid aside for it
   *
   * Items: Card: suit and rank, as HA
   */
  discard?: Card[];
  /** Whether others have taken up the cards that the declarer by auction laid aside */
  usurped?: boolean;
  /** Tricks for the declarer over the whole hand, tricks taken before included: the most that are guaranteed, in misère the fewest. None for contracts that do not count tricks (run6, uno), and where only `made` was asked for */
  tricks?: number;
  /** Whether the declarer makes the contract */
  made: boolean;
  /** Decisions before the play, in the order in which they are made */
  decisions: Decision[];
}
/** Results of a contract from the hand and with the talon */
export interface MadeContracts {
  /** Seat that declares */
  declarer: Seat;
  /** Contract */
  contract: string;
  hand: Outcome;
  talon: Outcome;
}
/** Result from the hand */
export interface Outcome {
  /** Tricks for the declarer over the whole hand, tricks taken before included: the most that are guaranteed, in misère the fewest. None for contracts that do not count tricks (run6, uno), and where only `made` was asked for */
  tricks?: number;
  /** Whether the declarer makes the contract */
  made: boolean;
}
/** Deal in which exactly one first step wins */
export interface PuzzleAnswer {
  /** Cards of the deal */
  deal: string;
  /** Name of the rules */
  rules: string;
  kind: PuzzleKind;
  /** Seat that declares */
  declarer: Seat;
  /** Contract */
  contract: string;
  /** Seat that leads */
  leader: Seat;
  /** Cards, or pairs of cards, that win; several of them have the same effect */
  solution: Card[][];
  /** Number of steps in a row that are the only ones that win */
  depth: number;
}
/** Cost of each step of a played hand */
export interface ReviewAnswer {
  /** Cards as they were dealt */
  deal: string;
  /** Name of the rules */
  rules: string;
  /** Seat that declares; nobody when all have passed */
  declarer: Seat | null;
  /** Contract, or `allpass` */
  contract: string;
  /** Calls */
  calls: CallStep[];
  discard?: PairStep;
  /** Decisions between the auction and the play */
  decisions: ChoiceStep[];
  /** Cards */
  cards: CardStep[];
  /** Steps that were against the rules; calls and cards after one that is not allowed are not valued */
  broken: ReviewFault[];
  tricks: TricksBySeat;
  /** Whether the contract was made; none if the hand was not played to its end */
  made?: boolean;
}
/** A step of a hand, and its cost */
export interface CallStep {
  /** Seat that took the step */
  seat: Seat;
  /** Step that was taken */
  done: string;
  /** Best steps: in tricks of cards and discards, in gains of calls and decisions; the step that was taken may be one */
  best: string[];
  /** Tricks that it cost the seat's side; none where tricks are not counted */
  tricks_lost?: number;
  /** Whether it decided that the contract is made, or fails */
  decided: boolean;
  /** Gain that it cost the seat, or both allied defenders, everybody playing on for their own; a lone whister's where they play the hand of the defender that passed. None where the hand has no price, and for cards of defenders in the model `tricks`, where they share their tricks evenly */
  gain_lost?: number;
}
/** Discard */
export interface PairStep {
  /** Seat that took the step */
  seat: Seat;
  /** Step that was taken */
  done: string;
  /** Best steps: in tricks of cards and discards, in gains of calls and decisions; the step that was taken may be one */
  best: string[];
  /** Tricks that it cost the seat's side; none where tricks are not counted */
  tricks_lost?: number;
  /** Whether it decided that the contract is made, or fails */
  decided: boolean;
  /** Gain that it cost the seat, or both allied defenders, everybody playing on for their own; a lone whister's where they play the hand of the defender that passed. None where the hand has no price, and for cards of defenders in the model `tricks`, where they share their tricks evenly */
  gain_lost?: number;
}
/** A step of a hand, and its cost */
export interface ChoiceStep {
  /** Seat that took the step */
  seat: Seat;
  done: Choice;
  /** Best steps: in tricks of cards and discards, in gains of calls and decisions; the step that was taken may be one */
  best: Choice[];
  /** Tricks that it cost the seat's side; none where tricks are not counted */
  tricks_lost?: number;
  /** Whether it decided that the contract is made, or fails */
  decided: boolean;
  /** Gain that it cost the seat, or both allied defenders, everybody playing on for their own; a lone whister's where they play the hand of the defender that passed. None where the hand has no price, and for cards of defenders in the model `tricks`, where they share their tricks evenly */
  gain_lost?: number;
}
/** A step of a hand, and its cost */
export interface CardStep {
  /** Seat that took the step */
  seat: Seat;
  /** Step that was taken */
  done: Card;
  /**
   * Best steps: in tricks of cards and discards, in gains of calls and decisions; the step that was taken may be one
   *
   * Items: Card: suit and rank, as HA
   */
  best: Card[];
  /** Tricks that it cost the seat's side; none where tricks are not counted */
  tricks_lost?: number;
  /** Whether it decided that the contract is made, or fails */
  decided: boolean;
  /** Gain that it cost the seat, or both allied defenders, everybody playing on for their own; a lone whister's where they play the hand of the defender that passed. None where the hand has no price, and for cards of defenders in the model `tricks`, where they share their tricks evenly */
  gain_lost?: number;
}
/** Breach in the form of answers */
export interface ReviewFault {
  part: PartWord;
  /** Number of the call, card or trick, from 1 */
  number?: number;
  /** Rule that was broken */
  problem: string;
}
/** Rule set in full */
export interface RulesDescription {
  /** Name, with the switches that differ */
  rules: string;
  /** Other names of the preset */
  aliases?: string[];
  /** Title in a few words */
  title: string;
  /** Source that describes the rules */
  source: string;
  summary: RulesSummary;
  /** Switches that are on: duties in play besides following suit */
  play: string[];
  /** Targets of the contracts that "all" stands for, in the order of listing */
  targets: ContractTarget[];
  /** Contracts of the targets in the order in which the rules rank them, the lowest first */
  ranking: string[];
  /** Rules as a file of house rules */
  toml: string;
  /** Id of the question */
  id?: string | number;
}
/** Lead, auction and settlement in a word each */
export interface RulesSummary {
  lead: Lead;
  /** Bids of the auction; none if the rules have no auction */
  bids: Bids | null;
  all_pass: AllPass;
  /** Way of settlement; none if the rules do not settle */
  settlement: PaymentScheme | null;
}
/** Target of a contract, in tricks for the declarer */
export interface ContractTarget {
  /** Contract */
  contract: string;
  take: TargetKind;
  /** Tricks when the game is played from the hand */
  hand: number;
  /** Tricks when it is played with the talon */
  talon: number;
  /** Whether the contract has a price, so that it can be announced and settled */
  priced: boolean;
}
/** Name, title and source of a rule set */
export interface RulesHeader {
  /** Name, with the switches that differ */
  rules: string;
  /** Other names of the preset */
  aliases?: string[];
  /** Title in a few words */
  title: string;
  /** Source that describes the rules */
  source: string;
}
/** Results of contracts: declarer by declarer, contracts in the order of the question */
export interface SolveAnswer {
  /** Cards of the deal */
  deal: string;
  /** Name of the rules */
  rules: string;
  /** Results, one for each declarer and contract */
  results: ContractSolution[];
}
/** A solution as answers have it */
export interface ContractSolution {
  /** Seat that declares; nobody when all have passed */
  declarer: Seat | null;
  /** Contract, or `allpass` */
  contract: string;
  /** Seat that leads; none after the last trick */
  leader: Seat | null;
  /** Tricks for the declarer over the whole hand; of each seat when all have passed. Absent for run6 and uno, and where only made was asked for */
  tricks?: number | TricksBySeat;
  /** Whether the declarer makes the contract; absent when all have passed */
  made?: boolean;
  /** Tricks over the target, negative below it, in misère minus the tricks; null where a number of tricks does not tell, and where only made was asked for */
  margin: number | null;
}
/** Values with all cards known */
export interface TalonAnswer {
  /** Cards as they were dealt */
  deal: string;
  /** Name of the rules */
  rules: string;
  /** Seat that takes the talon */
  declarer: Seat;
  by?: GainWord;
  model?: Model;
  /** All discards in the order of listing: 66, or 45 under `discard_first` */
  discards: DiscardResult[];
  /** Best discards for each contract */
  best: BestDiscards[];
  /** Best contract, and discard for it; none if no contract was asked for */
  choice: TalonChoice | null;
  /** Results of the same contracts from the hand */
  hand: ContractResult[];
  /** By gain: gain of the choice over that of the best contract from the hand */
  talon_worth?: number;
  /** Id of the question */
  id?: string | number;
}
/** Discard, and results of the contracts with it */
export interface DiscardResult {
  /**
   * The two cards that are laid aside
   *
   * Items: Card: suit and rank, as HA
   */
  discard: Card[];
  /** Number of its group, from 1: discards of one group leave the same play */
  group: number;
  /** Results, one for each contract, in the order of the question */
  results: DiscardOutcome[];
}
/** Result of a contract after a discard */
export interface DiscardOutcome {
  /** Contract */
  contract: string;
  /** Tricks for the declarer over the whole hand, tricks taken before included: the most that are guaranteed, in misère the fewest. None for contracts that do not count tricks (run6, uno), and where only `made` was asked for */
  tricks?: number;
  /** Whether the declarer makes the contract */
  made: boolean;
  /** Gain of the declarer, by gain, for the discards with the best tricks */
  gain?: number;
  /** Rank of the discard for this contract, 1 for the best, equal ones alike; by gain absent without a gain */
  rank?: number;
}
/** Best result of a contract over all discards */
export interface BestDiscards {
  /** Contract */
  contract: string;
  /** Tricks for the declarer over the whole hand, tricks taken before included: the most that are guaranteed, in misère the fewest. None for contracts that do not count tricks (run6, uno), and where only `made` was asked for */
  tricks?: number;
  /** Whether the declarer makes the contract */
  made: boolean;
  /** Gain of the declarer, by gain, for the discards with the best tricks */
  gain?: number;
  /** Discards that reach it, in the order of listing */
  discards: Card[][];
}
/** Best contract, and the discard for it */
export interface TalonChoice {
  /** Contract */
  contract: string;
  /** Tricks for the declarer over the whole hand, tricks taken before included: the most that are guaranteed, in misère the fewest. None for contracts that do not count tricks (run6, uno), and where only `made` was asked for */
  tricks?: number;
  /** Whether the declarer makes the contract */
  made: boolean;
  /** Gain of the declarer, by gain, for the discards with the best tricks */
  gain?: number;
  /**
   * The two cards that are laid aside
   *
   * Items: Card: suit and rank, as HA
   */
  discard: Card[];
}
/** Result of a contract */
export interface ContractResult {
  /** Contract */
  contract: string;
  /** Tricks for the declarer over the whole hand, tricks taken before included: the most that are guaranteed, in misère the fewest. None for contracts that do not count tricks (run6, uno), and where only `made` was asked for */
  tricks?: number;
  /** Whether the declarer makes the contract */
  made: boolean;
  /** Gain of the declarer, by gain, for the discards with the best tricks */
  gain?: number;
}
/** Averages with the defenders' cards unknown */
export interface TalonAverages {
  /** Cards of the declarer and the talon, with `?` for the others */
  deal: string;
  /** Name of the rules */
  rules: string;
  /** Seat that takes the talon */
  declarer: Seat;
  by?: GainWord;
  model?: Model;
  /** Number of layouts in the averages */
  layouts: number;
  /** Number of layouts that there are */
  of: number;
  /** Random seed */
  seed: number;
  /** All discards in the order of listing: 66, or 45 under `discard_first` */
  discards: DiscardAverages[];
  /** Best discard for each contract */
  best: BestAverages[];
  /** Id of the question */
  id?: string | number;
}
/** Discard, and averages for the contracts with it */
export interface DiscardAverages {
  /**
   * The two cards that are laid aside
   *
   * Items: Card: suit and rank, as HA
   */
  discard: Card[];
  /** Averages, one element for each contract, in the order of the question */
  results: ContractAverages[];
}
/** Averages for a contract */
export interface ContractAverages {
  /** Contract */
  contract: string;
  chance: Estimate;
  tricks?: Estimate;
  gain?: Estimate;
}
/** Best averages of a contract over all discards */
export interface BestAverages {
  /** Contract */
  contract: string;
  chance: Estimate;
  tricks?: Estimate;
  gain?: Estimate;
  /**
   * First discard that reaches them
   *
   * Items: Card: suit and rank, as HA
   */
  discard: Card[];
}
/** Value of every discard when an opponent may take it up */
export interface UsurpAnswer {
  /** Cards of the deal */
  deal: string;
  /** Name of the rules */
  rules: string;
  model: Model;
  /** Seat that declares by the auction */
  declarer: Seat;
  /** Number of the bid */
  bid: number;
  /** Seats that have bid, and may take the cards that another lays aside */
  bidders: Seat[];
  /** All 66 discards, in the order of listing */
  discards: UsurpDiscard[];
  best: BestUsurpDiscard;
  alone: UncontestedDiscard;
}
/** Discard, and its consequences */
export interface UsurpDiscard {
  /**
   * The two cards that are laid aside
   *
   * Items: Card: suit and rank, as HA
   */
  discard: Card[];
  /** Whether an opponent takes the cards up */
  usurped: boolean;
  /** Seat that declares in the end */
  declarer: Seat;
  /** Contract in the end */
  contract: string;
  /** Gain of the declarer by auction */
  gain: number;
}
/** Discard that gains the declarer most */
export interface BestUsurpDiscard {
  /**
   * The two cards that are laid aside
   *
   * Items: Card: suit and rank, as HA
   */
  discard: Card[];
  /** Seats that take cards up, in turn, the declarer by auction with the talon first */
  takings: TakeOver[];
  /** Seat that declares in the end */
  declarer: Seat;
  /** Contract in the end */
  contract: string;
  /** Tricks for the declarer over the whole hand, tricks taken before included: the most that are guaranteed, in misère the fewest. None for contracts that do not count tricks (run6, uno), and where only `made` was asked for */
  tricks?: number;
  /** Whether the declarer makes the contract */
  made: boolean;
  gains: Gains;
}
/** Two cards that a seat takes up, and two that it lays aside */
export interface TakeOver {
  /** Seat that takes cards up */
  seat: Seat;
  /**
   * Cards that are taken: the talon, or the discard of another seat
   *
   * Items: Card: suit and rank, as HA
   */
  takes: Card[];
  /**
   * The two cards that are laid aside
   *
   * Items: Card: suit and rank, as HA
   */
  discard: Card[];
  /** Contract with which this seat outbids the one before; none of the declarer by auction, which announces when nobody takes the cards */
  contract?: string;
}
/** Best discard if nobody could take the cards */
export interface UncontestedDiscard {
  /**
   * The two cards that are laid aside
   *
   * Items: Card: suit and rank, as HA
   */
  discard: Card[];
  /** Contract for it */
  contract: string;
  /** Gain of the declarer */
  gain: number;
}
