/** Exports of the state of the page, as text, JSON or a picture. */

import { type Card, rankOf, SUITS, suitOf } from "../game/cards";
import { PLACES, cardsAt } from "../game/deal";
import type { Game } from "../game/game.svelte";
import { rulesField } from "../game/rules";
import { rankLetter, seatName } from "../lang/lang.svelte";
import { settings } from "../settings.svelte";
import { PATHS } from "../cards/paths";
import { SIGNS, signText } from "./signs";
import { mark, markAll } from "./text";

const writeCards = (cards: readonly Card[]): string =>
  SUITS.map((suit) => {
    const ranks = cards.filter((card) => suitOf(card) === suit).map((card) => rankLetter(rankOf(card)));
    return ranks.length > 0 ? `${SIGNS[suit]} ${ranks.join(" ")}` : "";
  })
    .filter(Boolean)
    .join("  ");

/** Writes the hands line by line, then the deal in the notation, the rules, the play and the link. */
export function asText({ placement, play, rules, deal, described }: Game, link: string): string {
  const hands = PLACES.map((place) => `${seatName(place)}: ${writeCards(cardsAt(placement, place))}`);
  const named = described?.rules ?? rules.preset;
  const played = play
    ? [
        `${seatName(play.playedContract.declarer)}: ${signText(mark(play.playedContract.contract))}`,
        ...(play.playedContract.discard.length > 0 ? [`– ${writeCards(play.playedContract.discard)}`] : []),
        ...play.tricks.map(
          ({ leader, cards, winner }, n) =>
            `${n + 1}. ${seatName(leader)}: ${signText(markAll(cards))}` +
            (winner ? ` → ${seatName(winner)}` : ""),
        ),
      ]
    : [];
  return [...hands, ...(deal ? [deal] : []), named, ...played, link].join("\n");
}

/** Writes the deal and the rules as JSON for the program; during a play also the contract and the cards played. */
export function asJson({ deal, rules, play }: Game): string {
  return JSON.stringify(play ? { ...play.fields, played: play.moves } : { deal, rules: rulesField(rules) });
}

const [WIDTH, LINE] = [760, 56];

/** Draws the hands as an SVG picture. */
export function drawHands({ placement }: Game): string {
  const colours = { S: "#111", H: "#b3131b", D: "#b3131b", C: "#111" };
  const rows = PLACES.map((place, row) => {
    let x = 170;
    const cards = cardsAt(placement, place).map((card) => {
      const suit = suitOf(card);
      const drawn =
        `<rect x="${x}" y="${row * LINE + 8}" width="46" height="42" rx="6" fill="#fff" stroke="#888"/>` +
        `<text x="${x + 5}" y="${row * LINE + 36}" font-size="19" font-weight="bold" fill="${colours[suit]}">${rankLetter(rankOf(card))}</text>` +
        `<path transform="translate(${x + 28} ${row * LINE + 22}) scale(1.5)" fill="${colours[suit]}" d="${PATHS[settings.pack][suit]}"/>`;
      x += 52;
      return drawn;
    });
    const name = `<text x="16" y="${row * LINE + 36}" font-size="18" fill="#222">${seatName(place)}</text>`;
    return name + cards.join("");
  });
  const height = PLACES.length * LINE + 8;
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}" ` +
    `font-family="sans-serif"><rect width="100%" height="100%" fill="#f6f5f1"/>${rows.join("")}</svg>`
  );
}

/** Downloads the picture of the hands as a file. */
export function downloadPicture(game: Game): void {
  const link = document.createElement("a");
  link.href = `data:image/svg+xml,${encodeURIComponent(drawHands(game))}`;
  link.download = "preference.svg";
  link.click();
}
