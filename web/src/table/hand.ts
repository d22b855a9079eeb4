/** The look and the names of the cards of the hand that is to play. */

import type { Look } from "../cards/Card.svelte";
import type { RatedCard, RulesDescription } from "../game/answers";
import { type Card, suitOf } from "../game/cards";
import { HiddenPlay } from "../game/hiddenPlay.svelte";
import type { Play } from "../game/play.svelte";
import { cardName, number, outcomeName, outcomeSign, suitName, t } from "../lang/lang.svelte";
import { settings } from "../settings.svelte";
import { fraction } from "./fractions";
import { splitContract } from "./text";

/** The suit of the card that leads the trick of the next card, if all cards that may be played follow it. */
export function suitToFollow(play: Play): ReturnType<typeof suitOf> | undefined {
  const trick = play.tricks.at(-1);
  const isOpen = trick !== undefined && trick.cards.length < play.trickSize;
  const lead = isOpen ? (trick.talon ?? trick.cards[0]) : play.answer?.talon_card;
  if (lead === undefined) return undefined;
  const suit = suitOf(lead);
  return play.values.length > 0 && play.values.every(({ card }) => suitOf(card) === suit) ? suit : undefined;
}

/** The number of tricks that the declarer needs in a contract, with the talon or without it. */
export function targetOf(
  described: RulesDescription | undefined,
  contract: string,
  withTalon: boolean,
): number | undefined {
  const [level] = splitContract(contract);
  if (level !== "") return Number(level);
  const found = described?.targets.find((one) => one.contract === contract);
  return found && (withTalon ? found.talon : found.hand);
}

/** The price of a card: "=" for a best one, otherwise what it costs. */
export function priceOf({ best, cost }: RatedCard): string {
  if (best || !cost) return "=";
  return cost.tricks ? number(-cost.tricks) : "–";
}

/** What a card shows: its price, or what the settings choose in its place. */
function valueOf(card: RatedCard, play: Play): { sign: string; words: string } {
  const seat = play.toMove;
  const gains = play.gainsOf(card.card);
  if (settings.values === "gains" && seat && gains !== "none") {
    const gain = gains ? number(gains[seat] ?? 0, true) : "…";
    return { sign: gain, words: t("gain", { n: gain }) };
  }
  if (settings.values === "tricks") {
    // Without a declarer no contract is made.
    if (!play.playedContract.declarer) {
      const { tricks: n = 0 } = card;
      return { sign: String(n), words: t("tricks", { n }) };
    }
    return { sign: outcomeSign(card), words: outcomeName(card) };
  }
  return { sign: priceOf(card), words: priceName(card) };
}

/** The price in words, for a screen reader. */
function priceName({ best, cost }: RatedCard): string {
  if (best || !cost) return t("priceBest");
  const tricks = cost.tricks ? t("reviewLost", { n: cost.tricks }) : "";
  return [tricks, cost.decides ? t("blunder") : ""].filter(Boolean).join(", ");
}

/** A card against a hidden discard: the best ones carry their share of the mix or the chance that the contract is caught. */
function hiddenLook(card: Card, play: HiddenPlay, isBest: boolean): Look & { name: string } {
  const one = play.hiddenCard(card);
  const maybeAside = play.toMove === play.playedContract.declarer && play.doubtful.includes(card);
  const name = maybeAside ? t("mayLieAside", { card: cardName(card) }) : cardName(card);
  if (!one || !isBest) return { card, maybeAside, name };
  const price = one.weight > 0 && one.weight < 1 ? fraction(one.weight) : "=";
  return {
    card,
    maybeAside,
    state: "free",
    price,
    name: `${name}, ${price === "=" ? t("priceBest") : price}`,
  };
}

/** The look and the name of a card of the hand that is to play. */
export function lookOf(card: Card, play: Play, pricesShown: boolean): Look & { name: string } {
  const value = play.valueOf(card);
  if (!value) {
    const suit = suitToFollow(play);
    const name =
      suit === undefined
        ? t("notAllowed", { card: cardName(card) })
        : t("notAllowedFollow", { card: cardName(card), suit: suitName(suit) });
    return { card, state: "off", name };
  }
  if (!pricesShown) return { card, state: "free", name: cardName(card) };
  if (play instanceof HiddenPlay) return hiddenLook(card, play, value.best);
  const { sign, words } = valueOf(value, play);
  return { card, state: "free", price: sign, isLoss: !value.best, name: `${cardName(card)}, ${words}` };
}
