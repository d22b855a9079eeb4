/** The puzzles of the days, one list for each of the rules that the page guesses. */

import type { Seat } from "../game/deal";
import { type CardPuzzle, type Lesson, lessonOf } from "../game/lesson";
import { preset } from "../game/rules";
import file from "./puzzles.json";
import { dayOf } from "./today";

type RulesName = keyof typeof file;
const isKnown = (rules: unknown): rules is RulesName => typeof rules === "string" && rules in file;

/** The puzzle of a day under the first of these rules for which there is a list. */
export function todaysPuzzle(date: Date, rules: readonly unknown[], title: string): Lesson {
  const name = rules.find(isKnown) ?? "russian";
  const list = file[name];
  const [kind, declarer, contract = "", leader, depth, ...hands] = (
    list[dayOf(date) % list.length] ?? ""
  ).split(" ");
  const found = {
    kind: kind as Exclude<CardPuzzle["kind"], "card">,
    declarer: declarer as Seat,
    contract,
    leader: leader as Seat,
    depth: Number(depth),
    deal: hands.join(" "),
  };
  return { ...lessonOf(found, preset(name)), title };
}
