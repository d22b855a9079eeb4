/** Exports of the state of the page, as text, JSON or a picture. */

import { type Card, rankOf, SUITS, suitOf } from "../game/cards";
import { PLACES, cardsAt } from "../game/deal";
import type { Game } from "../game/game.svelte";
import { rulesField } from "../game/rules";
import { rankLetter, rulesName, seatName } from "../lang/lang.svelte";
import { settings } from "../settings.svelte";
import { PATHS } from "../cards/paths";
import { SIGNS, signText } from "./signs";
import { mark, markAll } from "./text";
import { playedName } from "./words";

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
        signText(playedName(play.playedContract)),
        ...(play.playedContract.discard.length > 0 ? [`– ${writeCards(play.playedContract.discard)}`] : []),
        ...play.tricks.map(
          ({ leader, talon, cards, winner }, n) =>
            `${n + 1}. ${talon ? `${seatName("talon")}: ${signText(mark(talon))}, ` : ""}` +
            `${seatName(leader)}: ${signText(markAll(cards))}` +
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

const [WIDTH, LINE] = [720, 56];

/** The colour that a token has on the page now. */
function colourOf(token: string): string {
  const probe = document.createElement("span");
  probe.style.color = `var(--${token})`;
  document.body.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}

/** Draws the hands, and the contract of a play, as an SVG picture in the colours of the page. */
export function drawHands({ placement, play, described, rules }: Game): string {
  const [face, edge, ink] = ["face", "face-line", "felt-ink"].map(colourOf);
  const colours = Object.fromEntries(SUITS.map((suit) => [suit, colourOf(suit)]));
  const write = (row: number, text: string): string =>
    `<text x="16" y="${row * LINE + 36}" font-size="18" fill="${ink}">${text}</text>`;
  const rows = PLACES.map((place, row) => {
    let x = 170;
    const cards = cardsAt(placement, place).map((card) => {
      const suit = suitOf(card);
      const drawn =
        `<rect x="${x}" y="${row * LINE + 8}" width="46" height="42" rx="6" fill="${face}" stroke="${edge}"/>` +
        `<text x="${x + 5}" y="${row * LINE + 36}" font-size="19" font-weight="bold" fill="${colours[suit]}">${rankLetter(rankOf(card))}</text>` +
        `<path transform="translate(${x + 28} ${row * LINE + 22}) scale(1.5)" fill="${colours[suit]}" d="${PATHS[settings.pack][suit]}"/>`;
      x += 52;
      return drawn;
    });
    return write(row, seatName(place)) + cards.join("");
  });
  const named = rules.house === undefined ? rulesName(rules.preset) : (described?.rules ?? "");
  const words = [play && signText(playedName(play.playedContract)), named];
  const title = words.filter(Boolean).join(" · ").replaceAll("&", "&amp;").replaceAll("<", "&lt;");
  const height = (PLACES.length + 1) * LINE;
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}" ` +
    `font-family="sans-serif"><rect width="100%" height="100%" fill="${colourOf("felt")}"/>` +
    `${rows.join("")}${write(PLACES.length, title)}</svg>`
  );
}

/** Downloads the picture of the hands as a file; as PNG for messengers, which show no SVG, with twice as many points. */
export async function downloadPicture(game: Game, kind: "png" | "svg"): Promise<void> {
  const address = `data:image/svg+xml,${encodeURIComponent(drawHands(game))}`;
  const link = document.createElement("a");
  link.href = kind === "svg" ? address : await asPng(address);
  link.download = `preference.${kind}`;
  link.click();
}

async function asPng(address: string): Promise<string> {
  const picture = new Image();
  picture.src = address;
  await picture.decode();
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [2 * picture.width, 2 * picture.height];
  canvas.getContext("2d")?.drawImage(picture, 0, 0, canvas.width, canvas.height);
  return canvas.toDataURL("image/png");
}
