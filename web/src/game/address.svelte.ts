/** The address of the page. It encodes the page's state as a link, or a deal and rules as plain fields. */

import { pack, unpack } from "./deflate";
import type { Game } from "./game.svelte";
import { BadLink } from "./bits";
import type { Placement } from "./deal";
import { joinHash, lessonHash, parseHash, type RecordLink, recordHash, type SharedLink } from "./hash";
import type { Lesson } from "./lesson";
import { encode, type UnreadPart, type ReadLink, readState } from "./link";
import { loadModule } from "../load";
import { rulesField, preset, type Rules } from "./rules";
import type { Misreading, RecordReview } from "./sources.svelte";

/** The unreadable part of a link, with the engine's reason if it gave one. */
export interface LinkProblem {
  /** "cut": the link ends within the deal; "none": it is not a link; "names": the rules that it names do not exist. */
  part: "cut" | "deal" | "none" | UnreadPart | "house" | "names";
  misreading?: Misreading;
}

/** The state of the page whose address has nothing behind the #. */
export interface Home {
  /** Whether the page shows this state. */
  isShown(): boolean;
  show(): void;
  /** Plays a deal against bots. Throws if there is no such deal. */
  play(link: SharedLink): Promise<void>;
}

/** A state of the table, to find out whether it has changed. */
interface Snapshot {
  placement: Placement;
  rules: Rules;
  state: string;
}

/** What became of a link that was followed: undefined if the table shows it, "overtaken" if a newer change came first. */
type Followed = LinkProblem | "overtaken" | undefined;

const loadLessons = (): Promise<typeof import("./lesson")> => loadModule(() => import("./lesson"));

/** Keeps the page's address and the game in sync, in both directions. */
export class Address {
  /** The number of the newest link that was followed. */
  private linkNumber = 0;
  /** The newest link, as long as it is being followed. */
  private following: string | undefined;
  /** The house rules that were packed or unpacked last, in both forms. */
  private house: { text: string; packed: string } | undefined;
  /** The record that was packed last, in both forms. */
  private record: { text: string; packed: string } | undefined;
  /** The actions tried beside a record that were packed last, in both forms. */
  private actions: { text: string; packed: string } | undefined;
  /** The lesson that was packed or unpacked last, in both forms. */
  private lesson: { lesson: Lesson; packed: string } | undefined;
  private step = "";
  /** The text behind the # for the current state of the page. */
  hash = $state("");
  /** The unreadable part of the link that was followed last; shown until the state of the page changes. */
  problem = $state.raw<LinkProblem | undefined>();
  /** The table beside which the address keeps a link that the table does not show. */
  private unlike: Snapshot | undefined;

  constructor(
    private readonly game: Game,
    private readonly home?: Home,
  ) {}

  /** The complete address for the current state of the page. */
  get link(): string {
    return location.origin + location.pathname + (this.hash && `#${this.hash}`);
  }

  /**
   * Shows the state that the address encodes. A link replaces the whole state; an unreadable link shows an empty
   * table.
   */
  async follow(): Promise<void> {
    const hash = location.hash.slice(1);
    if (hash === (this.following ?? this.hash)) return;
    if (hash === "") return this.followHome();
    const link = ++this.linkNumber;
    this.following = hash;
    this.problem = undefined;
    const [before, step] = [this.snapshot(), this.currentStep];
    let followed: Followed;
    try {
      followed = await this.show(hash);
    } catch (error) {
      followed = { part: error instanceof BadLink && error.message === "short" ? "cut" : "none" };
      if (link === this.linkNumber) this.game.place(new Map());
    }
    // The link is dropped, because a newer link is being followed.
    if (link !== this.linkNumber) return;
    this.following = undefined;
    if (followed === "overtaken") {
      // The newer change becomes a step in the history after the link.
      this.unlike = before;
      this.step = step;
    } else {
      this.problem = followed;
      this.unlike = followed && this.snapshot();
    }
    this.update();
  }

  private snapshot(): Snapshot {
    const { placement, linkState } = this.game;
    return { placement, rules: linkState.rules, state: encode(linkState) };
  }

  /** Shows the state without a link, unless a newer link is being followed. */
  private followHome(): void {
    if (!this.home) return;
    this.linkNumber += 1;
    this.following = this.problem = this.unlike = undefined;
    this.home.show();
    this.update();
  }

  /**
   * Shows the readable parts of a link; returns the unreadable part. Throws BadLink if the deal of a state cannot be
   * read.
   */
  private async show(hash: string): Promise<Followed> {
    const parts = parseHash(hash);
    if ("record" in parts) return this.showRecord(parts);
    if ("shared" in parts) return void (await this.home?.play(parts));
    if ("lesson" in parts) return this.showLesson(parts.lesson, parts.step);
    return "state" in parts
      ? this.showState(parts.state, parts.house)
      : this.showFields(parts.deal, parts.rules);
  }

  private async showRecord({ record: packed, tried, actions }: RecordLink): Promise<Followed> {
    const { sources } = this.game;
    const text = await unpack(packed);
    const isRight = await sources.readText(text);
    if (isRight === false) return { part: "deal", misreading: sources.misreading };
    if (!isRight) return "overtaken";
    const { review } = this.game;
    this.record = { text: review?.record ?? "", packed };
    const problem = actions === undefined ? undefined : await this.showActions(actions);
    if (tried === undefined) return problem;
    const { state, missing }: ReadLink = readState(tried);
    if (state.play) review?.play?.load(state.play.tree, state.play.node);
    return missing ? { part: missing } : problem;
  }

  /** Shows the actions that were tried beside a record. */
  private async showActions(packed: string): Promise<LinkProblem | undefined> {
    try {
      const text = await unpack(packed);
      this.game.review?.actions?.read(text);
      this.actions = { text, packed };
      return undefined;
    } catch {
      return { part: "rest" };
    }
  }

  private async showLesson(packed: string, step: number): Promise<Followed> {
    const { revision } = this.game;
    const { unpackLesson } = await loadLessons();
    const lesson = await unpackLesson(packed);
    // A change of cards or rules meanwhile is newer than the link.
    if (this.game.revision !== revision) return "overtaken";
    this.lesson = { lesson, packed };
    await this.game.openLesson(lesson, step in lesson.puzzles ? step : 0);
    return this.game.solving?.lesson === lesson ? undefined : "overtaken";
  }

  private async showFields(deal: string | undefined, rules: string | undefined): Promise<Followed> {
    const { game } = this;
    const { sources } = game;
    const right = await (deal === undefined
      ? sources.chooseNamed(rules ?? "")
      : sources.readFields(deal, rules));
    const { misreading } = sources;
    if (right === false) {
      game.place(new Map());
      return { part: deal === undefined ? "names" : "deal", misreading };
    }
    if (!right) return "overtaken";
    return misreading.message === "" ? undefined : { part: "names", misreading };
  }

  private async showState(state: string, house: string | undefined): Promise<Followed> {
    const { game } = this;
    const { state: linkState, hasHouse, missing }: ReadLink = readState(state);
    const problem: LinkProblem | undefined = missing && { part: missing };
    if (house === undefined) {
      game.show(linkState);
      return problem ?? (hasHouse ? { part: "house" } : undefined);
    }
    const { revision } = game;
    const text = await unpack(house).catch(() => undefined);
    // If cards or rules have changed meanwhile, the change is newer than the link, so the link is dropped.
    if (game.revision !== revision) return "overtaken";
    if (text === undefined) {
      game.show(linkState);
      return { part: "house" };
    }
    this.house = { text, packed: house };
    game.show({ ...linkState, rules: { ...preset(linkState.rules.preset), house: text } });
    return problem;
  }

  /** Writes the state into the address. An address with an unreadable part stays until the state changes. */
  update(): void {
    const { linkState, placement } = this.game;
    if (this.following !== undefined) return;
    const { review, solving } = this.game;
    const state = encode(linkState);
    const { unlike } = this;
    if (unlike?.placement !== placement || unlike.rules !== linkState.rules || unlike.state !== state)
      this.problem = this.unlike = undefined;
    // During a review the address holds the record, and the cards that were tried beside it.
    if (this.home && review && review.play === this.game.play && !this.problem)
      return this.writeRecord(review);
    if (solving) return this.writeLesson(solving);
    const { house } = linkState.rules;
    if (house === undefined || house === this.house?.text) {
      const usual = this.home
        ? this.home.isShown()
        : placement.size === 0 && rulesField(linkState.rules) === "austrian";
      this.write(usual ? "" : joinHash(state, house === undefined ? undefined : this.house?.packed));
    } else {
      // A link without its house rules would mean something else.
      this.packAndUpdate(house, (packed) => (this.house = packed));
    }
  }

  private writeRecord({ record: text, play, review, actions }: RecordReview): void {
    const tried = actions?.text ?? "";
    if (this.record?.text !== text) return this.packAndUpdate(text, (packed) => (this.record = packed));
    if (tried !== "" && this.actions?.text !== tried)
      return this.packAndUpdate(tried, (packed) => (this.actions = packed));
    const hasCards = (play?.tree.nodes.length ?? 0) > review.cards.length + 1;
    const cards = hasCards ? encode(this.game.linkState) : undefined;
    this.write(recordHash(this.record.packed, cards, tried === "" ? undefined : this.actions?.packed));
  }

  private packAndUpdate(text: string, keep: (both: { text: string; packed: string }) => void): void {
    void pack(text).then(
      (packed) => {
        keep({ text, packed });
        this.update();
      },
      () => this.write(""),
    );
  }

  /** Writes the puzzle as its maker has left it; what was tried is no part of the address. */
  private writeLesson({ lesson, step }: { lesson: Lesson; step: number }): void {
    if (this.lesson?.lesson === lesson) return this.write(lessonHash(this.lesson.packed, step));
    const packing = loadLessons().then(({ packLesson }) => packLesson(lesson));
    void packing.then(
      (packed) => {
        this.lesson = { lesson, packed };
        this.update();
      },
      () => this.write(""),
    );
  }

  /** Makes a step in the browser's history, to which the next change of the table belongs. */
  makeStep(): void {
    history.pushState(null, "");
    this.step = "";
  }

  private get currentStep(): string {
    const { deal, play } = this.game;
    return JSON.stringify([deal, play?.playedContract]);
  }

  private write(hash: string): void {
    this.hash = hash;
    // A new deal becomes a step in the browser's history, and so does a play that begins or ends.
    const step = this.currentStep;
    const isStep = this.step !== "" && this.game.deal !== undefined && step !== this.step;
    this.step = step;
    if (this.unlike) return;
    // After a step in the history or a link the address already holds the state.
    if (location.hash.slice(1) === hash) return;
    try {
      const address = location.pathname + location.search + (hash && `#${hash}`);
      if (isStep) history.pushState(history.state, "", address);
      else history.replaceState(history.state, "", address);
    } catch {
      // Some browsers limit the number of changes of the address in a given time. The next change writes the whole
      // state.
    }
  }
}
