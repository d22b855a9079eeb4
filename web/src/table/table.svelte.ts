/** The state of the table: the deal and its answers, what is shown of them, and the way back. */

import { untrack } from "svelte";

import { asked } from "../asked";
import type { Look } from "../cards/Card.svelte";
import { LoadingPool } from "../engine/loading";
import type { ActionTree } from "../game/actionTree.svelte";
import { Address } from "../game/address.svelte";
import type { Outcome, TalonAnswer } from "../game/answers";
import type { Card } from "../game/cards";
import { parseDeal, randomDeal, type Seat, SEATS } from "../game/deal";
import { Game } from "../game/game.svelte";
import type { SharedLink } from "../game/hash";
import type { Lesson } from "../game/lesson";
import { encode, type LinkState } from "../game/link";
import { parseRules, preset, type Rules, rulesField } from "../game/rules";
import { lang, t } from "../lang/lang.svelte";
import { loadModule } from "../load";
import type { Match } from "../match/match.svelte";
import type { KeptGame } from "../match/store";
import { settings } from "../settings.svelte";
import { mark } from "./text";
import { type Best, dealOf, guessRules, outlineOf, type RulesOutline, shippedAnswer } from "./today";

/** Before a button with the focus is removed: the browser would lay the page out at once, with half of its changes. */
const releaseFocus = (): void => (document.activeElement as HTMLElement | null)?.blur();

/** The use of the table at the moment. */
export type Mode = "study" | "play" | "catch" | "review" | "enter" | "cards" | "match";
export type PanelName =
  "answer" | "contracts" | "discards" | "auction" | "chances" | "moves" | "mistakes" | "plan" | "puzzle";

/** The reader's own seat, at the foot of the table. */
export const VIEWER: Seat = "F";

/** The number of steps that can be taken back. */
const UNDO_STEPS = 200;

/** How long a notice stays, in milliseconds. */
const NOTICE_TIME = 8000;

/** Random numbers below a bound, each equally likely. */
export function below(bound: number): number {
  const limit = Math.floor(2 ** 32 / bound) * bound;
  const [number = 0] = crypto.getRandomValues(new Uint32Array(1));
  return number < limit ? number % bound : below(bound);
}

export class Table {
  readonly pool: LoadingPool;
  readonly game: Game;
  readonly address: Address;
  readonly today = dealOf(new Date());

  /** Whether the deck, the cards of the pack or a game lie in place of the table; undefined for the table itself. */
  view = $state<"enter" | "cards" | "match" | undefined>();
  /** The game against bots that is being played. */
  match = $state.raw<Match | undefined>();
  /** A game against bots that is to be played next. */
  nextMatch = $state.raw<KeptGame | undefined>();
  /** The panel that the reader has opened; undefined if none stands in the stage of a phone. */
  panel = $state<PanelName | undefined>("answer");
  /** Whether contracts are shown with the talon or from the hand. */
  way = $state<"talon" | "hand">("talon");
  /** The number of tricks that contracts name, under rules whose bids name it; undefined for the highest that is made. */
  level = $state<number | undefined>();
  /** The looks of the cards that may lie aside in a misère. */
  asideLooks = $state.raw<ReadonlyMap<Card, Look>>(new Map());
  /** Whether cards that may be played carry their prices. */
  pricesShown = $state(true);
  broken = $state<"engineBroke" | "engineLost" | "engineFailed" | "loadFailed" | undefined>();
  puzzleNote = $state("");
  /** The lesson that the reader is making, as far as it has puzzles. */
  readonly draft = $state<Lesson>({ title: "", puzzles: [] });
  /** What stood behind the # of the address before a puzzle. */
  private beforePuzzle = "";
  dialog = $state<"menu" | "share" | "maker" | "friends" | "rules" | "conditions" | "keys" | undefined>();
  readonly isEmbedded = asked.isEmbedded;
  /** A sentence for a screen reader about what has just come. */
  said = $state("");
  /** A sentence over the table, for a while. */
  notice = $state("");
  private noticeTimer: ReturnType<typeof setTimeout> | undefined;
  /** Whether the page is being printed, on which hands have all their cards. */
  isPrinted = $state(false);

  private undoStack = $state.raw<LinkState[]>([]);
  private shown: LinkState | undefined;
  private isUndoing = false;

  readonly mode: Mode = $derived.by(() => {
    if (this.view) return this.view;
    const { play, review } = this.game;
    if (!play) return "study";
    if (play.playedContract.isHidden) return "catch";
    return review?.play === play ? "review" : "play";
  });
  readonly rules: unknown = $derived.by(() => rulesField(this.game.rules));
  /** The outline of the rules: from the engine or, before it is there, from the page. */
  readonly outline: RulesOutline | undefined = $derived.by(() => {
    const { described } = this.game;
    const shipped = outlineOf(this.rules);
    // While the engine reads other rules, it has described only those before.
    if (!described || (shipped && described.rules !== this.rules)) return shipped;
    const unpriced = described.targets.filter(({ priced }) => !priced).map(({ contract }) => contract);
    return { ranking: described.ranking, unpriced, levels: described.summary.bids === "levels" };
  });
  /** Whether the deal of the day lies on the table untouched. */
  readonly isToday: boolean = $derived.by(() => this.game.deal === this.today && !this.game.play);
  /** The date of the deal of the day, in words. */
  readonly date: string = $derived.by(() =>
    new Intl.DateTimeFormat(lang.code, { day: "numeric", month: "long" }).format(new Date()),
  );
  /** The best contract of the reader's seat, with the talon. */
  readonly best: Best | undefined = $derived.by(() => this.bestOf(VIEWER));

  constructor() {
    this.pool = new LoadingPool((pool) => {
      pool.onbroken = () => (this.broken = "engineBroke");
      pool.onlost = () => (this.broken = "engineLost");
    });
    this.pool.onfailure = () => (this.broken = "engineFailed");
    this.game = new Game(this.pool, {
      playsForced: () => settings.autoPlay,
      isGermanPack: () => settings.pack === "german",
    });
    this.address = new Address(this.game, {
      isShown: () => this.isToday && !this.view && this.rules === rulesField(this.usualRules()),
      show: () => this.showToday(),
      play: (link) => this.playShared(link),
    });
    matchMedia("only print").addEventListener("change", ({ matches }) => (this.isPrinted = matches));
    // A game goes on after a reload.
    if ((history.state as { view?: unknown } | null)?.view === "match") this.view = "match";
    this.game.rules = this.usualRules();
    if (location.hash.length < 2) this.showToday();
  }

  notify(words: string): void {
    this.notice = this.said = words;
    clearTimeout(this.noticeTimer);
    this.noticeTimer = setTimeout(() => (this.notice = ""), NOTICE_TIME);
  }

  /** Whether the cards of a seat lie face up. */
  isShown(seat: Seat): boolean {
    const { shownSeat, peeking } = this.game;
    return shownSeat === undefined || shownSeat === seat || peeking;
  }

  /** The rules that the address asks for, that the reader has chosen once, or those of the reader's country. */
  private usualRules(): Rules {
    const chosen = [asked.rules, settings.rules].flatMap((name) => (name && parseRules(name)) || [])[0];
    return chosen ?? preset(guessRules(asked.language ?? settings.language ?? navigator.language));
  }

  /** Shows what the address asks for. Rules that it names before the # replace those behind it. */
  async begin(): Promise<void> {
    await this.address.follow();
    const rules = asked.rules === undefined ? undefined : parseRules(asked.rules);
    const isOther = rules && rulesField(rules) !== this.rules && !this.game.review;
    if (isOther) this.game.choose(rules);
  }

  /** Chooses rules and remembers them for the next visit. */
  chooseRules(name: string): void {
    settings.rules = name;
    settings.store();
    this.game.choose(preset(name));
  }

  showToday(): void {
    // The deal lies under a game that goes on after a reload.
    if (this.view !== "match") this.view = undefined;
    this.game.rules = this.usualRules();
    this.game.place(parseDeal(this.today));
    this.panel = "answer";
  }

  dealRandom(): void {
    this.game.place(randomDeal(below));
  }

  /** Finds the best contract of a declarer with a price; undefined as long as it is not known. */
  bestOf(seat: Seat): Best | undefined {
    const talon = this.game.talons.get(seat);
    if (!talon) return seat === VIEWER ? shippedAnswer(this.game.deal, this.rules) : undefined;
    return this.outline && findBest(talon, this.outline);
  }

  /** A contract at the highest level that is made, under rules whose bids name tricks. */
  atLevel(contract: string, tricks: number | undefined): string {
    return this.outline?.levels && /^[SHDCN]$/.test(contract)
      ? `${Math.max(6, tricks ?? 6)}${contract}`
      : contract;
  }

  /** A result of the engine at the level that is played, which is the chosen one or else the highest that is made. */
  atChosenLevel(contract: string, { tricks, made }: Outcome): { contract: string; outcome: Outcome } {
    const played = this.atLevel(contract, this.level ?? tricks);
    const isLevel = this.level !== undefined && played !== contract;
    return {
      contract: played,
      outcome: {
        ...(tricks === undefined ? {} : { tricks }),
        made: isLevel ? made && (tricks ?? 0) >= (this.level ?? 0) : made,
      },
    };
  }

  /** What the reader makes with the talon, in a sentence. */
  get headline(): string {
    const { best } = this;
    if (!best) return t("working");
    if (!best.made) return t("youMakeNothing", { contract: mark(best.contract) });
    const contract = this.atLevel(best.contract, best.tricks);
    const made = t("youMake", { contract: mark(contract) });
    // Without a level the number of tricks is not part of the contract.
    return contract === best.contract && best.tricks ? `${made}, ${t("tricks", { n: best.tricks })}` : made;
  }

  play(seat: Seat, contract: string, discard: readonly Card[]): void {
    releaseFocus();
    this.game.playContract(seat, contract, [...discard]);
    this.panel = undefined;
  }

  playAllPass(): void {
    releaseFocus();
    this.game.playAllPass();
    this.panel = undefined;
  }

  /** Whether the discard of the present play can be hidden from the defenders. */
  get canCatch(): boolean {
    const { play, kind } = this.game;
    const { contract = "", discard = [] } = play?.playedContract ?? {};
    return kind === "deal" && discard.length > 0 && !contract.startsWith("open-");
  }

  /** Hides the discard of the present play from the defenders, and keeps the cards played. */
  startCatch(): void {
    const { play } = this.game;
    const { declarer, contract } = play?.playedContract ?? {};
    if (!play || !declarer || !contract || !this.canCatch) return;
    const { tree, node } = play;
    this.game.playHidden(declarer, contract);
    if (node !== 0) this.game.play?.load(tree, node);
  }

  closePlay(): void {
    this.game.closePlay();
    this.game.review = undefined;
    this.panel = "contracts";
  }

  enterDeal(): void {
    this.view = "enter";
    history.pushState({ view: "enter" }, "");
  }

  /** Returns from the deck to the table. */
  finishEntry(): void {
    this.view = undefined;
    history.replaceState(null, "");
    this.panel = this.game.kind === "hand" ? "chances" : "contracts";
  }

  /** Follows a step of the browser's history. */
  followHistory(state: unknown): void {
    const view = typeof state === "object" && state !== null && "view" in state ? state.view : undefined;
    this.view = view === "enter" || view === "match" ? view : undefined;
  }

  /** Shows the game against bots, or the choices for a new one. */
  openMatch(): void {
    if (this.view === "match") return;
    this.view = "match";
    history.pushState({ view: "match" }, "");
  }

  /** Plays a deal that a friend has sent against bots. */
  private async playShared(link: SharedLink): Promise<void> {
    const { openShared } = await loadModule(() => import("../match/shared"));
    this.nextMatch = await openShared(link, this.pool, this.usualRules());
    if (this.game.placement.size === 0) this.showToday();
    this.openMatch();
  }

  /** Returns from a game to the table of study. */
  closeMatch(): void {
    this.view = undefined;
    history.replaceState(null, "");
  }

  /** Reviews a hand of a game; Back returns to the game. */
  reviewHand(record: string): void {
    this.view = undefined;
    this.address.makeStep();
    void this.read(record);
  }

  /** Keeps the state before each change of the deal, the rules or the contract. */
  recordStep(): void {
    const { linkState } = this.game;
    const { shown } = this;
    const isNew =
      shown?.placement !== linkState.placement ||
      shown.rules !== linkState.rules ||
      shown.play?.contract !== linkState.play?.contract ||
      shown.play?.declarer !== linkState.play?.declarer ||
      shown.play?.discard !== linkState.play?.discard ||
      shown.play?.isHidden !== linkState.play?.isHidden;
    if (isNew && shown && !this.isUndoing) this.undoStack = [...this.undoStack.slice(-UNDO_STEPS), shown];
    this.isUndoing = false;
    this.shown = linkState;
  }

  /** The actions of the review, if one that the record lacks is looked at. */
  private get triedActions(): ActionTree | undefined {
    const { play, review } = this.game;
    const { actions } = review ?? {};
    return (play?.node ?? 0) === 0 && actions?.isTried() ? actions : undefined;
  }

  get canUndo(): boolean {
    const { play } = this.game;
    if (this.triedActions) return true;
    return play?.canUndo || this.undoStack.length > 0;
  }

  /** Takes back the last card of a play or the last action that was tried, or else the last change of the table. */
  undo(): void {
    const { play } = this.game;
    if (play?.canUndo && !this.view) return play.undo();
    if (this.triedActions && !this.view) return this.triedActions.leave();
    const before = this.undoStack.at(-1);
    if (!before) return;
    this.undoStack = this.undoStack.slice(0, -1);
    this.isUndoing = true;
    this.game.show(before, false);
  }

  /** The panel that is shown where there is room for one beside the table. */
  get shownPanel(): PanelName | "enter" | "pack" {
    const { mode, panel } = this;
    if (mode === "enter") return "enter";
    if (mode === "cards") return "pack";
    if (panel) return panel;
    if (this.game.solving) return "puzzle";
    return (
      ({ play: "moves", catch: "plan", review: "mistakes" } as Record<Mode, PanelName>)[mode] ?? "contracts"
    );
  }

  togglePanel(panel: PanelName): void {
    this.panel = this.panel === panel ? undefined : panel;
  }

  /** Closes the panel and returns the focus to its tool. */
  closePanel(): void {
    if (this.panel === undefined || this.view) return;
    this.panel = undefined;
    document.querySelector<HTMLElement>(".tools [aria-pressed='true']")?.focus();
  }

  /** Opens the panel that fits the table after a play has begun or ended, a record was read, or a deal has changed. */
  arrangePanels(): void {
    const { play, review, kind, solving } = this.game;
    // A try is a reason to show the panel.
    void solving?.hasTried;
    const isReview = review !== undefined && play === review.play;
    untrack(() => {
      const { panel } = this;
      const forPlay = panel === "moves" || panel === "mistakes" || panel === "plan";
      // A puzzle shows its question and, after a try, what has become of it.
      if (solving) this.panel = "puzzle";
      else if (isReview && panel !== "moves") this.panel = "mistakes";
      else if (play?.playedContract.isHidden) this.panel = "plan";
      else if (play && panel === "plan") this.panel = undefined;
      else if (play && !forPlay) this.panel = undefined;
      else if (!play && forPlay) this.panel = "contracts";
      else if (!play && kind === "hand") this.panel = "chances";
      else if (!play && kind !== "hand" && panel === "chances") this.panel = "contracts";
      else if (!play && panel === "answer" && !this.isToday) this.panel = "contracts";
    });
  }

  /** Reads a deal, a record or a link; returns the values of `Sources.readText`. */
  async read(text: string): Promise<boolean | undefined> {
    const { sources } = this.game;
    let isRight = await sources.readText(text);
    const { misreading } = sources;
    const hand = isRight === false ? singleHand(text) : undefined;
    if (hand !== undefined) {
      isRight = await sources.readText(`${VIEWER}:${hand} ? ? ?`);
      // The fault of the text itself helps more than the fault of our reading of it.
      if (isRight === false) sources.misreading = misreading;
    }
    if (isRight && this.game.review) {
      this.view = undefined;
      history.replaceState(null, "");
    }
    return isRight;
  }

  /** Finds a puzzle under the rules of the table and opens it. */
  async findPuzzle(): Promise<void> {
    this.view = undefined;
    this.puzzleNote = "";
    this.panel = "puzzle";
    this.noteTable();
    await this.game.sources.findPuzzle(() => (this.puzzleNote = t("puzzleNone")));
    this.panel = "puzzle";
  }

  /** Opens the puzzle of the day under the rules of the table, or those of the reader's country. */
  async showTodaysPuzzle(): Promise<void> {
    this.view = undefined;
    this.puzzleNote = "";
    this.panel = "puzzle";
    this.noteTable();
    const names = [this.rules, rulesField(this.usualRules()), "russian"];
    try {
      const { todaysPuzzle } = await loadModule(() => import("./puzzles"));
      await this.game.openLesson(todaysPuzzle(new Date(), names, `${t("todaysPuzzle")}, ${this.date}`));
    } catch {
      this.puzzleNote = t("loadFailed");
    }
  }

  /** Remembers the table that a puzzle replaces. */
  private noteTable(): void {
    // A deal that is still being read stands only there.
    if (!this.game.solving) this.beforePuzzle = location.hash.slice(1);
  }

  /** Returns from a puzzle to the table before it, or else to the deal of the day. */
  leavePuzzle(): void {
    const { beforePuzzle } = this;
    this.beforePuzzle = "";
    if (beforePuzzle === "") this.showToday();
    else location.hash = beforePuzzle;
  }

  /** The address of the table as it is. */
  get link(): string {
    const { hash } = this.address;
    // The deal of the day has no address of its own today, but the link is opened on another day.
    return this.linkOf(hash || encode(this.game.linkState));
  }

  linkOf(hash: string): string {
    return `${location.origin}${location.pathname}#${hash}`;
  }

  /** Copies a text; returns whether the browser allows it. */
  async copy(text: string): Promise<boolean> {
    try {
      await navigator.clipboard.writeText(text);
      return true;
    } catch {
      return false;
    }
  }

  async copyLink(): Promise<void> {
    this.said = (await this.copy(this.link)) ? t("copied") : this.link;
  }
}

/** The text of a hand without a seat, which is the reader's own, with nothing between its cards; undefined for others. */
function singleHand(text: string): string | undefined {
  const hand = text.replace(/\s/g, "");
  if (hand.length > 60 || /[:?]/.test(hand)) return undefined;
  const signs = hand.match(/[♠♥♦♣]/g) ?? [];
  const isHand = signs.length > 0 ? new Set(signs).size === signs.length : /^[^.]*(\.[^.]*){3}$/.test(hand);
  return isHand ? hand : undefined;
}

/** Finds the best contract with a price, and its first discard. */
export function findBest(
  { choice, best }: TalonAnswer,
  { ranking, unpriced }: RulesOutline,
): Best | undefined {
  const priced = best.filter(({ contract }) => !unpriced.includes(contract));
  const chosen =
    priced.find(({ contract }) => contract === choice?.contract) ??
    priced.reduce<(typeof priced)[number] | undefined>(
      (one, other) => (one && one.rank <= other.rank ? one : other),
      undefined,
    );
  if (!chosen) return undefined;
  const { contract, made, tricks, discards } = chosen;
  const outcomes = ranking.flatMap((name) => best.find((one) => one.contract === name) ?? []);
  return {
    contract,
    made,
    ...(tricks === undefined ? {} : { tricks }),
    discard: discards[0] ?? [],
    outcomes,
  };
}

/** The seats in the order in which the table shows them to the reader. */
export const OTHERS: readonly Seat[] = SEATS.filter((seat) => seat !== VIEWER);
