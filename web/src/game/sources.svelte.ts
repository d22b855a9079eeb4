/** Sources of deals and rules: texts, records of hands, conditions, puzzles. */

import { type FailureCallback, LatestAsker } from "../engine/latest";
import type { Asker, DealFault, Question } from "../engine/pool";
import type { ActionTree } from "./actionTree.svelte";
import type { RulesDescription, Puzzle as FoundPuzzle, Review } from "./answers";
import { beforePlay, type Card } from "./cards";
import { type Placement, kindOf, parseDeal, type Seat, SEATS } from "./deal";
import { findHash, parseHash } from "./hash";
import type { Lesson } from "./lesson";
import { inNotation } from "./letters";
import { type PlayedContract, readState } from "./link";
import type { Play } from "./play.svelte";
import { type Rules, rulesField, parseRules, preset } from "./rules";
import { loadModule } from "../load";
import type { StateAnswer } from "./schema";
import { Tree } from "./tree";

const randomSeed = (): number => crypto.getRandomValues(new Uint32Array(1))[0] ?? 0;

/** A text that cannot be read as a deal: the engine's message, and the fault of the deal if the engine names one. */
export interface Misreading {
  message: string;
  fault?: DealFault | undefined;
  deal?: string;
  /** Whether the text is a link that cannot be read. */
  isLink?: boolean;
  /** Whether the text is an object in JSON. */
  isRecord?: boolean;
  /** The engine's code for the fault of a record, and the field that is wrong. */
  code?: string;
  field?: string | undefined;
  /** The step of a record that is wrong. */
  step?: RecordStep | undefined;
  /** Who acts at a step that is not legal, and the legal actions. */
  possible?: { seat: Seat; actions: readonly string[] };
}

/** A step of a record: its number, from 1, in its list, and its text. */
interface RecordStep {
  n: number;
  text: string;
}

/** The step of a record that an error's field names, such as `record.actions[3]`. */
function stepAt(record: Record<string, unknown>, field: string | undefined): RecordStep | undefined {
  const [, list = "", place = ""] = /^(?:record\.)?(\w+)\[(\d+)\]$/.exec(field ?? "") ?? [];
  const steps = record[list];
  const step: unknown = Array.isArray(steps) ? steps[Number(place)] : undefined;
  return step === undefined ? undefined : { n: Number(place) + 1, text: String(step) };
}

/** A deal as text, and the rules that were named with it. */
interface DealText {
  text: string;
  rules?: unknown;
  /**
   * The pack whose letters the text may use for ranks: in a German pack D is the ace. If it is undefined, the text has
   * the notation's own letters.
   */
  letters?: "french" | "german";
  /** Whether the deal is placed even if the named rules do not exist; `misreading` then reports the rules. */
  withoutRules?: boolean;
}

/** The engine's review of a record, and the play that shows it, if the record has a contract. */
export interface RecordReview {
  /** The record with its rules, as JSON. */
  record: string;
  review: Review;
  play: Play | undefined;
  /** The actions before the play, if the record lists its actions. */
  actions: ActionTree | undefined;
  /** The seat of the person who played the hand, if the record names it. */
  seat: Seat | undefined;
}

/** The methods and fields of the game that receives deals and rules. */
export interface GameTarget {
  rules: Rules;
  review: RecordReview | undefined;
  readonly play: Play | undefined;
  readonly revision: number;
  place(placement: Placement): void;
  startPlay(contract: PlayedContract): Play | undefined;
  choose(rules: Rules): void;
  openLesson(lesson: Lesson): Promise<void>;
}

/** Reads deals and rules from texts for a game, and finds deals and puzzles. */
export class Sources {
  /** The last text, if it could not be read; otherwise an object with an empty message. */
  misreading = $state.raw<Misreading>({ message: "" });

  /** The asker for a text that is being read. Its questions are dropped when cards are placed meanwhile. */
  private readonly textAsker: LatestAsker;
  /** The asker for a search under the current rules. Its questions are dropped when cards or rules change. */
  private readonly searchAsker: LatestAsker;

  constructor(
    private readonly pool: Asker,
    private readonly game: GameTarget,
    /** Whether the cards belong to a German pack. */
    private readonly isGerman: () => boolean,
  ) {
    this.textAsker = new LatestAsker(pool, () => {});
    this.searchAsker = new LatestAsker(pool, () => {});
  }

  /** Drops all open questions after cards have been placed. */
  dropQuestions(): void {
    this.textAsker.dropQuestions();
    this.searchAsker.dropQuestions();
  }

  /** Drops the search after other rules have been chosen. */
  dropSearch(): void {
    this.searchAsker.dropQuestions();
  }

  /**
   * Reads a deal in any notation of the engine, with French or German letters, too, a record of a hand with its rules,
   * or a link. Returns whether the text could be read; undefined if it is a link, which the address follows, or if a
   * newer change has come meanwhile.
   */
  async readText(text: string): Promise<boolean | undefined> {
    this.misreading = { message: "" };
    this.searchAsker.dropQuestions();
    // A text that was copied from a page has a link to its table, and the deal in the notation on a line of its own.
    const own = /^[FMR]:\S*\.\S* .*$/m.exec(text)?.[0];
    if (own !== undefined && own !== text) {
      const hash = findHash(text);
      if (hash !== undefined && this.followLink(hash) === undefined) return undefined;
      return this.readText(own);
    }
    if (text.trimStart().startsWith("{")) {
      const read = await this.readRecord(text);
      if (read === false) this.misreading = { ...this.misreading, isRecord: true };
      return read;
    }
    const hash = /^\s*[FMR]\s*:/i.test(text) ? undefined : findHash(text);
    if (hash !== undefined) return this.followLink(hash);
    return this.readDeal({ text, letters: this.isGerman() ? "german" : "french" });
  }

  private async readRecord(text: string): Promise<boolean | undefined> {
    let record: Record<string, unknown>;
    try {
      record = JSON.parse(text) as Record<string, unknown>;
    } catch (error) {
      return this.report({ message: error instanceof Error ? error.message : "", code: "bad-json" });
    }
    delete record["id"];
    delete record["ask"];
    if (!Object.keys(record).every((key) => key === "deal" || key === "rules"))
      return this.reviewRecord(record);
    const { deal, rules } = record;
    return typeof deal === "string" ? this.readDeal({ text: deal, rules }) : false;
  }

  /**
   * Reads a deal and rules from a link with plain fields, as a person would type it. Returns the same values as
   * `readText`.
   */
  async readFields(deal: string, rules?: string): Promise<boolean | undefined> {
    this.misreading = { message: "" };
    this.searchAsker.dropQuestions();
    return this.readDeal({ text: deal, rules, letters: "french", withoutRules: true });
  }

  /**
   * Chooses rules by name. Returns whether there are rules of that name; undefined if a newer change has come
   * meanwhile.
   */
  async chooseNamed(name: string): Promise<boolean | undefined> {
    this.misreading = { message: "" };
    let wrong: false | undefined;
    this.textAsker.dropQuestions();
    const rules = await this.resolveRules(name, (_, message) => (wrong = this.report({ message, deal: "" })));
    if (!rules) return wrong;
    this.game.choose(rules);
    return true;
  }

  /** Writes a link into the page's address, which is then followed; returns false if the link is unreadable. */
  private followLink(hash: string): false | undefined {
    try {
      const parts = parseHash(hash);
      if ("state" in parts) readState(parts.state);
    } catch {
      this.misreading = { message: "", isLink: true };
      return false;
    }
    location.hash = hash;
    return undefined;
  }

  private report(misreading: Misreading): false {
    this.misreading = misreading;
    return false;
  }

  private async readDeal({ text, rules, letters, withoutRules }: DealText): Promise<boolean | undefined> {
    let right: boolean | undefined;
    const fail: FailureCallback = (code, message, field, fault) => {
      const written = fault && withWrittenLetter(fault, text);
      right = this.report({ message, deal: text, fault: written, code, field });
    };
    const fields = { deal: letters ? inNotation(text, letters === "german") : text, contract: "misere" };
    const question: Question = text.includes("?")
      ? { ask: "evaluate", ...fields, layouts: 2 }
      : { ask: "solve", ...fields, declarer: "F", goal: "made" };
    const accept = async ({ deal }: { deal: string }): Promise<void> => {
      const placement = parseDeal(deal);
      if (!kindOf(placement)) return fail("", "");
      // A deal without rules is played under the current rules, which may have been chosen while it was read.
      const namedRules = rules === undefined ? undefined : await this.resolveRules(rules, fail);
      const unknown = right === false;
      if (rules !== undefined && !namedRules && !(withoutRules && unknown)) return;
      right = true;
      if (namedRules) this.game.rules = namedRules;
      this.game.place(placement);
    };
    await this.textAsker.ask(question, accept, fail);
    return right;
  }

  /**
   * Converts rules to the page's form: a preset with switches, or else house rules. Returns undefined if there are no
   * such rules or a newer change has come meanwhile.
   */
  private async resolveRules(rules: unknown, fail: FailureCallback): Promise<Rules | undefined> {
    const presetRules = typeof rules === "string" ? parseRules(rules) : undefined;
    if (presetRules) return presetRules;
    let resolved: Rules | undefined;
    const accept = async ({ rules: label }: RulesDescription): Promise<void> => {
      if (typeof rules === "string") return void (resolved = parseRules(label));
      const { stringify } = await loadModule(() => import("smol-toml"));
      const { toml = stringify(rules) } = rules as { toml?: string };
      resolved = { ...preset("austrian"), house: toml };
    };
    await this.textAsker.askMore<RulesDescription>({ ask: "rules", rules }, accept, fail);
    return resolved;
  }

  private async reviewRecord({
    x_seat: named,
    ...record
  }: Record<string, unknown>): Promise<boolean | undefined> {
    const { game } = this;
    const seat = SEATS.find((one) => one === named);
    let right: boolean | undefined;
    const fail: FailureCallback = (code, message, field, fault) => {
      const step = stepAt(record, field);
      right = this.report({ message, deal: String(record["deal"]), fault, code, field, step });
    };
    const rules = record["rules"] ?? rulesField(game.rules);
    const accept = async (review: Review): Promise<void> => {
      const namedRules = record["rules"] === undefined ? game.rules : await this.resolveRules(rules, fail);
      const two = namedRules && (await this.twoHands({ ...record, rules }));
      if (!two) return;
      const { actions: list } = record;
      const tree =
        isActions(list) && (await loadModule(() => import("./actionTree.svelte")).catch(() => undefined));
      // All at once, so that the record is one step in the browser's history.
      right = true;
      game.rules = namedRules;
      game.place(parseDeal(review.deal));
      const { declarer, contract } = review;
      if (contract) {
        const discard = review.discard ? (review.discard.done.split(" ") as Card[]) : [];
        const cards = review.cards.map(({ done }) => done as Card);
        const played = { declarer: declarer ?? undefined, contract, discard, ...two };
        game.startPlay(played)?.load(Tree.fromLine(cards), 0);
      }
      const kept = { ...record, rules, ...(seat === undefined ? {} : { x_seat: seat }) };
      const actions = tree
        ? new tree.ActionTree(this.pool, { ...record, rules, actions: list as string[] }, review)
        : undefined;
      game.review = { record: JSON.stringify(kept), review, play: game.play, actions, seat };
    };
    const ruled = { ...record, rules };
    const fields = "actions" in record ? { record: ruled } : ruled;
    await this.textAsker.ask<Review>({ ...fields, ask: "review" }, accept, fail);
    const { code = "", step } = this.misreading;
    const { actions } = record;
    if (right === false && step && code.startsWith("illegal-") && Array.isArray(actions))
      await this.askPossible({ ...ruled, actions: actions.slice(0, step.n - 1) });
    return right;
  }

  /**
   * The defender who has dropped out in a record, if only two hands are played. Returns undefined if a newer change has
   * come meanwhile.
   */
  private async twoHands(record: Record<string, unknown>): Promise<{ out?: Seat } | undefined> {
    const { actions, out: named } = record;
    if (!isActions(actions)) {
      const out = SEATS.find((seat) => [named].flat().includes(seat));
      return out ? { out } : {};
    }
    let found: { out?: Seat } | undefined;
    const accept = ({ facts }: StateAnswer): void => {
      const { playing = [] } = facts ?? {};
      const out = playing.length === 2 ? SEATS.find((seat) => !playing.includes(seat)) : undefined;
      found = out ? { out } : {};
    };
    const question = { ask: "state", record: { ...record, actions: beforePlay(actions) } };
    await this.textAsker.askMore<StateAnswer>(question, accept, () => (found = {}));
    return found;
  }

  /** Finds out what is possible after the actions of a record. */
  private async askPossible(record: Record<string, unknown>): Promise<void> {
    await this.textAsker.askMore<StateAnswer>({ ask: "state", record }, ({ to_act: seat, legal_actions }) => {
      if (seat) this.misreading = { ...this.misreading, possible: { seat, actions: legal_actions } };
    });
  }

  /** Places a random deal that meets conditions: `where` on its hands, `makes` on the contracts that can be made. */
  findDeal(where: readonly string[], makes: readonly string[], fail: FailureCallback): Promise<boolean> {
    this.textAsker.dropQuestions();
    // Solving contracts takes longer than checking hands, so fewer deals are tried.
    const tries = makes.length > 0 ? 3000 : 200_000;
    const rules = rulesField(this.game.rules);
    const question = { ask: "deal", seed: randomSeed(), where, makes, rules, tries };
    const accept = ({ deal }: { deal: string }): void => this.game.place(parseDeal(deal));
    return this.searchAsker.ask<{ deal: string }>(question, accept, fail);
  }

  /** Finds a puzzle of a random kind under the current rules and opens it. */
  async findPuzzle(fail: FailureCallback): Promise<void> {
    this.textAsker.dropQuestions();
    const { rules } = this.game;
    const { revision } = this.game;
    // Loaded before the search, so that nothing newer can come between an answer and its puzzle.
    const parts = [
      loadModule(() => import("./lesson")),
      loadModule(() => import("./solving.svelte")),
    ] as const;
    const [{ lessonOf }] = await Promise.all(parts);
    if (this.game.revision !== revision) return;
    const accept = (puzzle: FoundPuzzle): Promise<void> => this.game.openLesson(lessonOf(puzzle, rules));
    const kinds = ["lead", "defence", "discard"] as const;
    let lastFailure: Parameters<FailureCallback> = ["internal", ""];
    // Under some rules no defender leads, and a search among 60 deals may find no puzzle; then a new random kind and
    // other deals are tried.
    for (let tries = 0; tries < 6; tries++) {
      const number = randomSeed();
      const question = {
        ask: "puzzle",
        rules: rulesField(rules),
        seed: number,
        kind: kinds[number % 3],
        among: 60,
      };
      let refused = false;
      const fail: FailureCallback = (...why) => {
        refused = true;
        lastFailure = why;
      };
      await this.searchAsker.ask<FoundPuzzle>(question, accept, fail);
      // A puzzle has been found, or a newer change has come.
      if (!refused) return;
    }
    fail(...lastFailure);
  }

  /** Chooses house rules from the text of a file, if they are valid. */
  chooseHouse(text: string, fail: FailureCallback): Promise<boolean> {
    const rules = { ...preset(this.game.rules.preset), house: text };
    const accept = (): void => this.game.choose(rules);
    return this.searchAsker.ask<RulesDescription>({ ask: "rules", rules: rulesField(rules) }, accept, fail);
  }
}

/** The fault with the letter as the text has it, not as it was converted to the notation. */
function withWrittenLetter(fault: DealFault, text: string): DealFault {
  const { column, found } = fault;
  const letter = typeof column === "number" && typeof found === "string" ? [...text][column - 1] : undefined;
  return letter === undefined ? fault : { ...fault, found: letter };
}

const isActions = (actions: unknown): actions is string[] =>
  Array.isArray(actions) && actions.every((action) => typeof action === "string");
