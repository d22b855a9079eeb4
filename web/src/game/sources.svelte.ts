/** Sources of deals and rules: texts, records of hands, conditions, puzzles. */

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

/** Returns a random seed. */
const seed = (): number => crypto.getRandomValues(new Uint32Array(1))[0] ?? 0;

/** A text that is not a deal: the engine's message, and the fault with its deal if there is one. */
export interface Misread {
  message: string;
  fault?: DealFault | undefined;
  deal?: string;
  /** Whether the text is a link of which no part can be read. */
  isLink?: boolean;
}

/** A deal as text, and the rules named with it. */
interface DealText {
  text: string;
  rules?: unknown;
  /** The pack whose letters players use (D is the ace of a German pack); otherwise the notation's letters. */
  letters?: "french" | "german";
  /** Whether the deal is placed even if there are no such rules; `misread` reports them. */
  withoutRules?: boolean;
}

/** The engine's review of a record, with its play if a card was played. */
export interface Reviewed {
  review: Review;
  play: Play | undefined;
}

/** The part of the game that deals and rules are put into. */
export interface Taker {
  rules: Rules;
  review: Reviewed | undefined;
  readonly play: Play | undefined;
  lay(placement: Placement): void;
  sit(table: Table): Play | undefined;
  choose(rules: Rules): void;
  pose(puzzle: Puzzle): void;
}

/** Readers and finders of deals and rules for a game. */
export class Sources {
  /** The engine's message about the last text that is not a deal. */
  misread = $state.raw<Misread>({ message: "" });

  /** The text that is being read; cards that are placed meanwhile are newer. */
  private readonly reading: Latest;
  /** The search under the current rules; other cards or rules are newer. */
  private readonly finding: Latest;

  constructor(
    pool: Pool,
    private readonly game: Taker,
    /** Returns whether the cards belong to a German pack. */
    private readonly german: () => boolean,
  ) {
    this.reading = new Latest(pool, () => {});
    this.finding = new Latest(pool, () => {});
  }

  /** Drops all open questions after cards have been placed. */
  laid(): void {
    this.reading.drop();
    this.finding.drop();
  }

  /** Drops the search after other rules have been chosen. */
  chosen(): void {
    this.finding.drop();
  }

  /**
   * Reads a deal in any notation of the engine and in the letters of players, a record of a hand with its
   * rules, or a link. Returns whether it is one; undefined if a newer change has come meanwhile.
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

  /** Reads the deal and the rules of a link that is written out by hand, as `paste` does. */
  async link(deal: string, rules?: string): Promise<boolean | undefined> {
    this.misread = { message: "" };
    this.finding.drop();
    return this.read({ text: deal, rules, letters: "french", withoutRules: true });
  }

  /** Chooses rules by name; returns whether there are such rules, undefined if a newer change has come. */
  async named(name: string): Promise<boolean | undefined> {
    this.misread = { message: "" };
    let wrong: false | undefined;
    this.reading.drop();
    const rules = await this.rulesOf(name, (_, message) => (wrong = this.wrong(message, "")));
    if (!rules) return wrong;
    this.game.choose(rules);
    return true;
  }

  /** Puts a link into the address, which follows it; returns false if it is not a link. */
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
      // Without rules of its own the deal is played under the current ones, chosen perhaps meanwhile.
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

  /** Resolves rules to the page's form; undefined if there are no such rules or a newer change has come. */
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

  /** Places a random deal that meets conditions on its hands and on contracts that are made. */
  conditions(where: readonly string[], makes: readonly string[], fail: Fail): Promise<boolean> {
    this.reading.drop();
    // Contracts take longer to solve than hands to look at.
    const tries = makes.length > 0 ? 3000 : 200_000;
    const rules = asked(this.game.rules);
    const question = { ask: "deal", seed: seed(), where, makes, rules, tries };
    const take = ({ deal }: { deal: string }): void => this.game.lay(placed(deal));
    return this.finding.ask<{ deal: string }>(question, take, fail);
  }

  /** Opens a puzzle for the current rules. */
  async puzzle(fail: Fail): Promise<void> {
    this.reading.drop();
    const rules = asked(this.game.rules);
    const take = (puzzle: Puzzle): void => this.game.pose(puzzle);
    const kinds = ["lead", "defence", "discard"] as const;
    let told: Parameters<Fail> = ["internal", ""];
    // Under some rules no defender leads, and a few deals may contain no puzzle.
    for (let tries = 0; tries < 6; tries++) {
      const number = seed();
      const question = { ask: "puzzle", rules, seed: number, kind: kinds[number % 3], among: 60 };
      let refused = false;
      const fail: Fail = (...why) => {
        refused = true;
        told = why;
      };
      await this.finding.ask<Puzzle>(question, take, fail);
      // A puzzle has been found, or a newer change has come.
      if (!refused) return;
    }
    fail(...told);
  }

  /** Chooses house rules from the text of a file, if they are valid. */
  house(text: string, fail: Fail): Promise<boolean> {
    const rules = { ...preset(this.game.rules.preset), house: text };
    const take = (): void => this.game.choose(rules);
    return this.finding.ask<Described>({ ask: "rules", rules: asked(rules) }, take, fail);
  }
}

/** Returns the fault with the letter of the text instead of the letter that replaced it. */
function asWritten(fault: DealFault, text: string): DealFault {
  const { column, found } = fault;
  const letter = typeof column === "number" && typeof found === "string" ? [...text][column - 1] : undefined;
  return letter === undefined ? fault : { ...fault, found: letter };
}

/** Parses a record of a hand, which is a JSON object; undefined for any other text. */
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
