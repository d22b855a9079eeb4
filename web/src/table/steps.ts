/** The steps of a record in order, each with what it cost. */

import type { RecordStep, Review } from "../game/answers";
import { type Card, isCard } from "../game/cards";
import { callName, decisionName, lang, t } from "../lang/lang.svelte";
import { mark, markAll } from "./text";

type Part = "calls" | "discard" | "announcement" | "decisions" | "cards";

/** A step of the record as the strip and the list show it. */
export type Step = RecordStep & {
  part: Part;
  /** The number of cards that have been played with this step; 0 before the play. */
  played: number;
  /** The gain or, where no gain is known, the tricks that the step cost. */
  loss: number;
  unit: "gain" | "tricks";
};

export function listSteps(review: Review): Step[] {
  const parts: [Part, readonly RecordStep[]][] = [
    ["calls", review.calls],
    ["discard", review.discard ? [review.discard] : []],
    ["announcement", review.announcement ? [review.announcement] : []],
    ["decisions", review.decisions],
    ["cards", review.cards],
  ];
  return parts.flatMap(([part, steps]) =>
    steps.map((step, n): Step => {
      const { gain_lost: gain = 0, tricks_lost: tricks = 0 } = step;
      const played = part === "cards" ? n + 1 : 0;
      return { ...step, part, played, loss: gain || tricks, unit: gain ? "gain" : "tricks" };
    }),
  );
}

/** A column of the strip: the steps before the play one by one, then the tricks. */
export interface Column {
  label: "call" | "trick";
  trick: number;
  steps: Step[];
  /** The step of the column that cost most. */
  worst: Step | undefined;
}

export function listColumns(steps: readonly Step[], trickSize: number): Column[] {
  const columns: Column[] = [];
  for (const step of steps) {
    const trick = Math.ceil(step.played / trickSize);
    // A step before the play has a column only if it cost something.
    if (trick === 0 && step.loss === 0) continue;
    const last = columns.at(-1);
    if (trick > 0 && last?.trick === trick) last.steps.push(step);
    else columns.push({ label: trick === 0 ? "call" : "trick", trick, steps: [step], worst: undefined });
  }
  for (const column of columns) {
    const dearest = Math.max(...column.steps.map(({ loss }) => loss));
    if (dearest > 0) column.worst = column.steps.find(({ loss }) => loss === dearest);
  }
  return columns;
}

/** A step in words, with signs for cards and contracts. */
export function doneText(part: Part, done: string): string {
  if (part === "cards" || part === "discard") return markAll(done.split(" ") as Card[]);
  if (part === "announcement") return mark(done);
  if (part === "decisions") return decisionName(done);
  return /^(\d+[SHDCN]|[SHDC])$/.test(done) ? mark(done) : callName(done);
}

/** The contract of a bid or of an announcement, such as "6D" or "play S"; undefined for other actions. */
export function contractOf(action: string): string | undefined {
  const [, announced, bid] = /^(?:play ([\w-]+)|(\d+[SHDCN]|misere|open-misere))$/.exec(action) ?? [];
  return announced ?? bid;
}

/** An action as a seat has said it; empty if the table shows it in another way. */
export function saidName(action: string | null): string {
  if (action === null || isCard(action) || action.startsWith("discard")) return "";
  const contract = contractOf(action);
  if (contract !== undefined) return mark(contract);
  return action in lang.strings.decisions ? decisionName(action) : callName(action);
}

/** The text of a button for an action. */
export function actionName(action: string): string {
  const contract = contractOf(action);
  if (contract !== undefined) return mark(contract);
  if (action.startsWith("discard ")) return `${t("layAsideHead")} ${cardsOf(action)}`;
  const [, name = "", number = "", named] = /^([a-z-]*)(\d*)(?::(\w+))?$/.exec(action) ?? [];
  const words: Record<string, string> = lang.strings.actions;
  const parts = [name && (words[name] ?? name), number, named && mark(named)];
  return parts.filter(Boolean).join(" ");
}

const cardsOf = (discard: string): string => markAll(discard.split(" ").slice(1) as Card[]);

/** An action as a line of the hand shows it, discards included. */
export const actionText = (action: string): string =>
  action.startsWith("discard ") ? `${t("laidAside")} ${cardsOf(action)}` : saidName(action);
