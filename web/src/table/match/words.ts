/** What the seats of a hand have said and done last, in words. */

import type { StateAnswer, StateView } from "../../game/schema";
import type { Seat } from "../../game/deal";
import { isCard } from "../../game/cards";
import { saidName } from "../steps";
import { mark } from "../text";

type Step = StateView["steps"][number];

const isOffer = ({ action }: Pick<Step, "action">): boolean => action?.startsWith("offer ") === true;

/** The answers to the last offer to divide the tricks, as long as no card follows. */
export function offerAnswers({ steps }: Pick<StateView, "steps">): readonly Step[] {
  const offer = steps.findLastIndex(isOffer);
  const answers = offer < 0 ? [] : steps.slice(offer + 1);
  return answers.some(({ action }) => isCard(action)) ? [] : answers;
}

/** What a seat has called, announced or decided last. */
export function lastWord({ steps, declarer, contract }: StateView, seat: Seat): string {
  const answer = offerAnswers({ steps }).find((one) => one.seat === seat);
  if (answer) return saidName(answer.action);
  if (seat === declarer && contract !== null) return mark(contract);
  const offer = steps.findIndex(isOffer);
  const said = (offer < 0 ? steps : steps.slice(0, offer))
    .filter((step) => step.seat === seat)
    .map(({ action }) => saidName(action));
  return said.findLast((words) => words !== "") ?? "";
}

/** Whether the declarer has taken up the talon. */
export const hasTalon = (view: StateView): boolean =>
  view.steps.some(({ action }) => action === null || action.startsWith("discard"));

/** Whether cards are being played, or have been played to the end of the hand. */
export const isPlay = ({ phase, view }: StateAnswer): boolean =>
  phase === "play" || phase === "offer" || (phase === "over" && (view?.playing.length ?? 0) > 0);
