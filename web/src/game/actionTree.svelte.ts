/** The actions of a reviewed hand before its first card, and others that are tried in their place. */

import { LatestAsker } from "../engine/latest";
import type { Asker } from "../engine/pool";
import type { Outcome, RatedCard, RecordStep, Review, TalonAnswer } from "./answers";
import { BadLink } from "./bits";
import { beforePlay, type Card } from "./cards";
import { bestActions, isStepOf } from "./bestActions";
import type { Seat } from "./deal";
import type { StateAnswer } from "./schema";
import { Tree } from "./tree";

/** An action, and the seat that takes it. */
export interface Said {
  seat: Seat;
  action: string;
}

/** How the hand goes on after an action if every seat takes the best one: until the play, or until the hand is over. */
export interface Continuation {
  said: readonly Said[];
  /** The hand after the last of these actions; undefined as long as it is not known. */
  end?: StateAnswer;
  /** The best result of the contract with all cards known, if all three seats play. */
  outcome?: Outcome;
}

/** The actions of a line, which name its node. */
const keyOf = (line: readonly string[]): string => line.join("\n");

const ofReview = ({ calls, discard, announcement, decisions }: Review): readonly RecordStep[] => [
  ...calls,
  ...(discard ? [discard] : []),
  ...(announcement ? [announcement] : []),
  ...decisions,
];

export class ActionTree {
  tree = $state.raw(new Tree<string>());
  /** The node after the action that is looked at. */
  node = $state(0);
  continuation = $state.raw<Continuation>({ said: [] });
  private states = $state.raw(new Map<string, StateAnswer>());
  private steps = $state.raw(new Map<string, RecordStep>());
  private seats = $state.raw(new Map<string, Seat>());
  private readonly asker: LatestAsker;
  /** The number of actions of the record before its first card. */
  readonly size: number;
  /** For each of these actions, the number of its step in the review; undefined if it was forced. */
  private readonly numbers: readonly (number | undefined)[];

  constructor(
    pool: Asker,
    private readonly record: Record<string, unknown> & { actions: readonly string[] },
    review: Review,
  ) {
    // What has no answer is not shown.
    this.asker = new LatestAsker(pool, () => {});
    const actions = beforePlay(record.actions);
    this.size = actions.length;
    this.tree = Tree.fromLine(actions);
    const steps = ofReview(review);
    const numbers: (number | undefined)[] = [];
    for (const [n, action] of actions.entries()) {
      // Actions that are forced have no step.
      const number = steps.findIndex(({ done }, at) => isStepOf(done, action) && !numbers.includes(at));
      numbers.push(number < 0 ? undefined : number);
      const step = steps[number];
      if (step) this.steps.set(keyOf(actions.slice(0, n + 1)), step);
    }
    this.numbers = numbers;
    void this.askState(actions);
  }

  get line(): readonly string[] {
    return this.tree.line(this.node);
  }

  /** Whether the action was tried, and the record has another one. */
  isTried(at = this.node): boolean {
    return at > this.size;
  }

  seatAt(at: number): Seat | undefined {
    return this.seats.get(keyOf(this.tree.line(at)));
  }

  /** What the review says about the action of a node; undefined if it was forced, and as long as it is not known. */
  stepAt(at: number): RecordStep | undefined {
    return this.steps.get(keyOf(this.tree.line(at)));
  }

  /** The node of the record's action that step `number` of the review describes, in the order of the review. */
  nodeOf(number: number): number | undefined {
    const at = this.numbers.indexOf(number);
    return at < 0 ? undefined : at + 1;
  }

  /** The number of the review's step for a node of the record, or for the last one before a tried node. */
  numberAt(at: number): number | undefined {
    return this.numbers[(this.tree.path(at).findLast((one) => one <= this.size) ?? 0) - 1];
  }

  /** The hand before the action that is looked at. */
  get before(): StateAnswer | undefined {
    return this.states.get(keyOf(this.line.slice(0, -1)));
  }

  visit(at: number): void {
    this.node = at;
    this.continuation = { said: [] };
    this.asker.dropQuestions();
    void this.askNode();
  }

  /** Takes another action in place of the one that is looked at. */
  try(action: string): void {
    const { parent } = this.tree.node(this.node);
    if (parent < 0) return;
    const [tree, at] = this.tree.withMove(parent, action);
    this.tree = tree;
    this.visit(at);
  }

  /** Takes the first `count` actions of the continuation. */
  follow(count: number): void {
    let at = this.node;
    for (const { action } of this.continuation.said.slice(0, count))
      [this.tree, at] = this.tree.withMove(at, action);
    this.visit(at);
  }

  /** Goes back to the action that was looked at before the tried one. */
  leave(): void {
    const { parent } = this.tree.node(this.node);
    this.visit(this.isTried(parent) ? parent : (this.tree.node(parent).children[0] ?? parent));
  }

  /** Removes a tried action and what follows it, and returns to the record. */
  remove(): void {
    if (!this.isTried()) return;
    const { parent } = this.tree.node(this.node);
    const [tree, numbers] = this.tree.withoutMove(this.node);
    this.tree = tree;
    this.visit(numbers.get(tree.node(parent).children[0] ?? parent) ?? 0);
  }

  /** The actions that were tried, as a text for a link; empty if there are none. */
  get text(): string {
    const { tree, size } = this;
    const ends = tree.nodes.flatMap(({ children }, at) => (children.length === 0 && at > size ? [at] : []));
    if (ends.length === 0) return "";
    const lines = ends.map((at) => tree.line(at));
    return JSON.stringify({ at: this.line, lines });
  }

  /** Adds the actions that a link holds. Throws BadLink if it is damaged; what is not legal is never answered. */
  read(text: string): void {
    const content = parse(text);
    const isLine = (line: unknown): line is string[] =>
      Array.isArray(line) && line.every((action) => typeof action === "string");
    const { at, lines } = content as { at?: unknown; lines?: unknown };
    if (!isLine(at) || !Array.isArray(lines) || !lines.every(isLine)) throw new BadLink("actions");
    for (const line of lines) {
      this.add(line);
      void this.askState(line);
    }
    this.showLine(at);
  }

  /** Goes to the end of a line, which is added if it is new. */
  showLine(line: readonly string[]): void {
    this.visit(this.add(line));
  }

  private add(line: readonly string[]): number {
    let at = 0;
    for (const action of line) [this.tree, at] = this.tree.withMove(at, action);
    return at;
  }

  dropQuestions(): void {
    this.asker.dropQuestions();
  }

  private async askNode(): Promise<void> {
    const { line } = this;
    if (line.length === 0) return;
    const before = await this.askState(line.slice(0, -1));
    if (before && !this.steps.has(keyOf(line))) await this.askStep(line, before);
    if (this.isTried()) await this.askContinuation(line);
  }

  /** The hand after a line; undefined if there is no answer, or another node is looked at. */
  private async askState(line: readonly string[]): Promise<StateAnswer | undefined> {
    const key = keyOf(line);
    if (!this.states.has(key)) {
      await this.asker.askMore<StateAnswer>({ ask: "state", record: this.recordOf(line) }, (state) => {
        this.states = new Map([...this.states, [key, state]]);
        const said = state.facts?.steps ?? [];
        const seats = said.map(({ seat }, n): [string, Seat] => [keyOf(line.slice(0, n + 1)), seat]);
        this.seats = new Map([...this.seats, ...seats]);
      });
    }
    return this.states.get(key);
  }

  /** Asks what the last action of a line costs. A discard is compared only once a contract has been announced. */
  private async askStep(line: readonly string[], before: StateAnswer): Promise<RecordStep | undefined> {
    const action = line.at(-1) ?? "";
    const next = before.phase === "discard" ? await this.announcementAfter(line) : [];
    return this.reviewOf([...line, ...next], line.length, action);
  }

  /** The announcement of the record, or another one if that is not legal after these actions. */
  private async announcementAfter(line: readonly string[]): Promise<string[]> {
    const state = await this.askState(line);
    if (state?.phase !== "announcement") return [];
    const recorded = this.record.actions.find((action) => action.startsWith("play "));
    const legal = state.legal_actions;
    return legal
      .filter((action) => action === recorded)
      .concat(legal)
      .slice(0, 1);
  }

  /** The review's step for the action of a line, which may go on behind it. */
  private async reviewOf(
    actions: readonly string[],
    length: number,
    action: string,
  ): Promise<RecordStep | undefined> {
    let found: RecordStep | undefined;
    await this.asker.askMore<Review>({ ask: "review", record: this.recordOf(actions) }, (review) => {
      found = ofReview(review).findLast(({ done }) => isStepOf(done, action));
      const key = keyOf(actions.slice(0, length));
      if (found) this.steps = new Map([...this.steps, [key, found]]);
    });
    return found;
  }

  private recordOf(actions: readonly string[]): Record<string, unknown> {
    return { ...this.record, actions };
  }

  /** Finds the best actions one after another, as long as they are known. */
  private async askContinuation(line: readonly string[]): Promise<void> {
    const { node } = this;
    const actions = [...line];
    for (;;) {
      const state = await this.askState(actions);
      if (!state || this.node !== node) return;
      const isOver = state.to_act === null || state.phase === "play";
      const action = isOver ? undefined : await this.bestAction(actions, state);
      if (this.node !== node) return;
      if (action === undefined) return this.endContinuation(state);
      actions.push(action);
      const said = [...this.continuation.said, { seat: state.to_act as Seat, action }];
      this.continuation = { said };
    }
  }

  private async bestAction(actions: readonly string[], state: StateAnswer): Promise<string | undefined> {
    const { legal_actions: legal, phase } = state;
    const [first] = legal;
    if (first === undefined || legal.length === 1) return first;
    if (phase === "discard") return this.bestDiscard(actions, state);
    if (phase === "talon" && legal.includes("hand")) return this.bestWay(actions, state);
    const step = await this.reviewOf([...actions, first], actions.length + 1, first);
    return step && bestActions(step, legal)[0];
  }

  /** Whether the declarer gains more with the talon or from the hand; undefined if the gains are not known. */
  private async bestWay(
    actions: readonly string[],
    { to_act: declarer }: StateAnswer,
  ): Promise<string | undefined> {
    const contract = announcements(await this.askState([...actions, "hand"]));
    const { deal, rules } = this.record;
    const question = { ask: "talon", deal, rules, declarer, contract, by: "gain", ...this.stakes };
    let best: string | undefined;
    await this.asker.askMore<TalonAnswer>(question, ({ talon_worth: worth }) => {
      if (worth !== undefined) best = worth > 0 ? "take" : "hand";
    });
    return best;
  }

  private async bestDiscard(actions: readonly string[], state: StateAnswer): Promise<string | undefined> {
    const { legal_actions: legal, to_act: declarer } = state;
    const [first = ""] = legal;
    const after = await this.askState([...actions, first]);
    const announced = announcements(after);
    // After some bids the contract needs no announcement.
    const contract = announced.length > 0 ? announced : after?.facts?.contract;
    const { deal, rules } = this.record;
    const question = { ask: "talon", deal, rules, declarer, contract };
    let best: string | undefined;
    const accept = ({ choice }: TalonAnswer): void => {
      const done = choice?.discard.join(" ") ?? "";
      best = legal.find((action) => isStepOf(done, action));
    };
    const isPriced = await this.asker.askMore({ ...question, by: "gain", ...this.stakes }, accept);
    // Without a price the tricks decide.
    if (!isPriced) await this.asker.askMore(question, accept);
    return best;
  }

  /** The fields of the record on which payments depend. */
  private get stakes(): Record<string, unknown> {
    const fields = Object.entries(this.record);
    return Object.fromEntries(fields.filter(([name]) => ["pot", "limit", "four"].includes(name)));
  }

  private async endContinuation(end: StateAnswer): Promise<void> {
    this.continuation = { ...this.continuation, end };
    const played = playedContract(end);
    if (!played) return;
    const { declarer, contract, discard } = played;
    const { deal, rules } = this.record;
    const way = discard.length > 0 ? { discard } : { hand: true };
    const question = { ask: "cards", deal, rules, declarer, contract, ...way };
    await this.asker.askMore<{ cards: RatedCard[] }>(question, ({ cards }) => {
      const outcome = cards.find(({ best }) => best);
      if (outcome) this.continuation = { ...this.continuation, outcome };
    });
  }
}

/** The contracts that can be announced. */
const announcements = (state: StateAnswer | undefined): string[] =>
  (state?.legal_actions ?? []).flatMap((action) => (action.startsWith("play ") ? [action.slice(5)] : []));

/** The contract that a hand has come to, if its three seats play it. */
export function playedContract({
  phase,
  facts,
}: StateAnswer): { declarer: Seat; contract: string; discard: Card[] } | undefined {
  const { declarer, contract, playing = [], steps = [], aside = [] } = facts ?? {};
  if (phase !== "play" || !declarer || !contract || playing.length < 3) return undefined;
  const hasDiscarded = steps.some(({ action }) => action.startsWith("discard "));
  return { declarer, contract, discard: hasDiscarded ? aside : [] };
}

function parse(text: string): object {
  try {
    const content: unknown = JSON.parse(text);
    if (typeof content === "object" && content !== null) return content;
  } catch {
    // It is no JSON.
  }
  throw new BadLink("actions");
}
