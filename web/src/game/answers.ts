/**
 * Types of the engine's answers under the page's own names. The page plays only hands in which one declarer plays
 * against two defenders.
 */

import type { Seat } from "./deal";
import type {
  Answers,
  CallStep,
  CardStep,
  CardValue,
  ChoiceStep,
  ContractStep,
  ContractSolution,
  DiscardOutcome,
  DiscardResult,
  DiscardPairStep,
} from "./schema";

export type { CardCost, Decision, Gains, PlayedTrick, TricksBySeat } from "./schema";
export type { DiscardResult as Discard, Estimate as Mean } from "./schema";

/** A call, discard, announcement, decision or card of a record, with its cost. */
export type RecordStep = CallStep | DiscardPairStep | ContractStep | ChoiceStep | CardStep;

/** Tricks for the declarer, if the contract counts tricks, and whether the contract is made. */
export type Outcome = Pick<DiscardOutcome, "tricks" | "made">;

export type Result = ContractSolution & Outcome & { declarer: Seat };
export type RatedCard = CardValue & Outcome;
/** The engine's answer about the cards at a node of a play. */
export type NodeAnswer = Omit<Answers["cards"], "cards"> & {
  cards: RatedCard[];
  /** The chances at the node, if the discard is hidden; undefined as long as they are not known. */
  hidden?: Catch;
};
export type Catch = Answers["catch"];
export type TalonAnswer = Extract<Answers["talon"], { discards: DiscardResult[] }>;

export type Chance = Answers["evaluate"]["results"][number];
export type RulesDescription = Extract<Answers["rules"], { ranking: unknown }>;
export type Defence = Answers["defend"];
export type Line = Answers["line"];
export type Par = Answers["par"];
export type Puzzle = Answers["puzzle"];
export type Review = Answers["review"];
export type Usurp = Answers["usurp"];
