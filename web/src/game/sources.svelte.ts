/** Where deals and rules come from: texts, records of hands, conditions, puzzles. */

import { type Fail, Latest } from "../engine/latest";
import type { DealFault, Pool, Question } from "../engine/pool";
import type { Described, Puzzle, Review } from "./answers";
import type { Card } from "./cards";
import { type Placement, kindOf, placed } from "./deal";
import { hashIn, parseHash } from "./hash";
import { inNotation } from "./letters";
import { type Table, readState } from "./link";
import type { Play } from "./play.svelte";
import { type Rules, asked, named, preset } from "./rules";
import { Tree } from "./tree";

/** Which random ones. */
const seed = (): number => crypto.getRandomValues(new Uint32Array(1))[0] ?? 0;

/** Why a text is no deal: what the engine said, and what is wrong with which deal if it could say so. */
export interface Misread {
  message: string;
  fault?: DealFault | undefined;
  deal?: string;
  /** It is a link of which nothing can be read. */
  isLink?: boolean;
}

/** A deal as a text, and the rules that are named with it. */
interface DealText {
  text: string;
  rules?: unknown;
  /** The letters are those of players, D with a German pack for the ace; else those of the notation. */
  letters?: "french" | "german";
  /** The deal is laid even if there are no such rules, and `misread` says so. */
  withoutRules?: boolean;
}

/** What the engine says of a record, and the play of it, if a card was played. */
export interface Reviewed {
  review: Review;
  play: Play | undefined;
}

/** Whoever takes over what is found. */
export interface Taker {
  rules: Rules;
  review: Reviewed | undefined;
  readonly play: Play | undefined;
  lay(placement: Placement): void;
  sit(table: Table): Play | undefined;
  choose(rules: Rules): void;
  pose(puzzle: Puzzle): void;
}

export class Sources {
  /** What the engine said of the last text that was none of its deals. */
  misread = $state.raw<Misread>({ message: "" });

  /** A text that is read: cards that are laid meanwhile are newer. */
  private readonly reading: Latest;
  /** What is looked for under the rules of this moment: other rules are newer, too. */
  private readonly finding: Latest;

  constructor(
    pool: Pool,
    private readonly game: Taker,
    /** Whether the cards are those of a German pack. */
    private readonly german: () => boolean,
  ) {
    this.reading = new Latest(pool, () => {});
    this.finding = new Latest(pool, () => {});
  }

  /** Cards have been laid. */
  laid(): void {
    this.reading.drop();
    this.finding.drop();
  }

  /** Other rules have been chosen. */
  chosen(): void {
    this.finding.drop();
  }

  /**
   * Reads a deal in any notation of the engine and in the letters of players, a record of a hand with its
   * rules, or a link. Gives whether it is one; undefined if something newer has come meanwhile.
   */
  async paste(text: string): Promise<boolean | undefined> {
    this.misread = { message: "" };
    this.finding.drop();
    const record = recordOf(text);
    if (record) {
      if (!Object.keys(record).every((key) => key === "deal" || key === "rules")) return this.review(record);
      const { deal, rules } = record;
      return typeof deal === "string" ? this.read({ text: deal, rules }) : false;
    }
    const hash = /^\s*[FMR]\s*:/i.test(text) ? undefined : hashIn(text);
    if (hash !== undefined) return this.followed(hash);
    return this.read({ text, letters: this.german() ? "german" : "french" });
  }

  /** Reads the deal, and the rules with it, of a link that is written out by hand, as `paste` does. */
  async link(deal: string, rules?: string): Promise<boolean | undefined> {
    this.misread = { message: "" };
    this.finding.drop();
    return this.read({ text: deal, rules, letters: "french", withoutRules: true });
  }

  /** Takes rules by their name; gives whether there are any, undefined if something newer has come. */
  async named(name: string): Promise<boolean | undefined> {
    this.misread = { message: "" };
    let wrong: false | undefined;
    this.reading.drop();
    const rules = await this.rulesOf(name, (_, message) => (wrong = this.wrong(message, "")));
    if (!rules) return wrong;
    this.game.choose(rules);
    return true;
  }

  /** Follows a link to a state of the page: the address does it. */
  private followed(hash: string): false | undefined {
    try {
      const parts = parseHash(hash);
      if ("state" in parts) readState(parts.state);
    } catch {
      this.misread = { message: "", isLink: true };
      return false;
    }
    location.hash = hash;
    return undefined;
  }

  private wrong(message: string, deal: string, fault?: DealFault): false {
    this.misread = { message, deal, fault };
    return false;
  }

  private async read({ text, rules, letters, withoutRules }: DealText): Promise<boolean | undefined> {
    let right: boolean | undefined;
    const fail: Fail = (_, message, __, fault) => {
      right = this.wrong(message, text, fault && asWritten(fault, text));
    };
    const about = { deal: letters ? inNotation(text, letters === "german") : text, contract: "misere" };
    const question: Question = text.includes("?")
      ? { ask: "evaluate", ...about, layouts: 2 }
      : { ask: "solve", ...about, declarer: "F", goal: "made" };
    const take = async ({ deal }: { deal: string }): Promise<void> => {
      const placement = placed(deal);
      if (!kindOf(placement)) return fail("", "");
      // The rules of this moment stay: they may have been chosen while this was read.
      const told = rules === undefined ? undefined : await this.rulesOf(rules, fail);
      const unknown = right === false;
      if (rules !== undefined && !told && !(withoutRules && unknown)) return;
      right = true;
      if (told) this.game.rules = told;
      this.game.lay(placement);
    };
    await this.reading.ask(question, take, fail);
    return right;
  }

  /** Rules as the page keeps them; none if there are no such rules, or something newer has come. */
  private async rulesOf(rules: unknown, fail: Fail): Promise<Rules | undefined> {
    const known = typeof rules === "string" ? named(rules) : undefined;
    if (known) return known;
    let found: Rules | undefined;
    const take = ({ toml }: Described): void => {
      found = { ...preset("austrian"), house: toml };
    };
    await this.reading.also<Described>({ ask: "rules", rules }, take, fail);
    return found;
  }

  private async review(record: Record<string, unknown>): Promise<boolean | undefined> {
    const { game } = this;
    let right: boolean | undefined;
    const fail: Fail = (_, message, __, fault) => {
      right = this.wrong(message, String(record["deal"]), fault);
    };
    const rules = record["rules"] ?? asked(game.rules);
    const take = async (review: Review): Promise<void> => {
      const told = record["rules"] === undefined ? game.rules : await this.rulesOf(rules, fail);
      if (!told) return;
      right = true;
      game.rules = told;
      game.lay(placed(review.deal));
      const { declarer, contract } = review;
      if (declarer && contract) {
        const discard = review.discard ? (review.discard.done.split(" ") as Card[]) : [];
        const cards = review.cards.map(({ done }) => done as Card);
        game.sit({ declarer, contract, discard })?.load(Tree.of(cards), 0);
      }
      game.review = { review, play: game.play };
    };
    await this.reading.ask<Review>({ ...record, rules, ask: "review" }, take, fail);
    return right;
  }

  /** Lays a random deal under conditions on what the hands hold and on what is made. */
  conditions(where: readonly string[], makes: readonly string[], fail: Fail): Promise<boolean> {
    this.reading.drop();
    // What is made takes longer to look at.
    const tries = makes.length > 0 ? 3000 : 200_000;
    const rules = asked(this.game.rules);
    const question = { ask: "deal", seed: seed(), where, makes, rules, tries };
    const take = ({ deal }: { deal: string }): void => this.game.lay(placed(deal));
    return this.finding.ask<{ deal: string }>(question, take, fail);
  }

  /** Poses a puzzle for the rules of this moment. */
  async puzzle(fail: Fail): Promise<void> {
    this.reading.drop();
    const rules = asked(this.game.rules);
    const take = (puzzle: Puzzle): void => this.game.pose(puzzle);
    const kinds = ["lead", "defence", "discard"] as const;
    let told: Parameters<Fail> = ["internal", ""];
    // Under some rules no defender leads, and among a few deals there may be none.
    for (let tries = 0; tries < 6; tries++) {
      const number = seed();
      const question = { ask: "puzzle", rules, seed: number, kind: kinds[number % 3], among: 60 };
      let refused = false;
      const fail: Fail = (...why) => {
        refused = true;
        told = why;
      };
      await this.finding.ask<Puzzle>(question, take, fail);
      // It is found, or something newer has come.
      if (!refused) return;
    }
    fail(...told);
  }

  /** Takes house rules from the text of a file, if they are right. */
  house(text: string, fail: Fail): Promise<boolean> {
    const rules = { ...preset(this.game.rules.preset), house: text };
    const take = (): void => this.game.choose(rules);
    return this.finding.ask<Described>({ ask: "rules", rules: asked(rules) }, take, fail);
  }
}

/** A fault with the letter that stands in the text, not the one that it was read as. */
function asWritten(fault: DealFault, text: string): DealFault {
  const { column, found } = fault;
  const letter = typeof column === "number" && typeof found === "string" ? [...text][column - 1] : undefined;
  return letter === undefined ? fault : { ...fault, found: letter };
}

/** A record of a hand, if the text is one: an object of JSON. */
function recordOf(text: string): Record<string, unknown> | undefined {
  if (!text.trimStart().startsWith("{") || text.length > 20_000) return undefined;
  try {
    const record = JSON.parse(text) as Record<string, unknown>;
    delete record["id"];
    delete record["ask"];
    return record;
  } catch {
    return undefined;
  }
}
