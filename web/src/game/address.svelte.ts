/** The address of the page, which tells its state: a link, or a deal written out by hand. */

import { packed, unpacked } from "./deflate";
import type { Game } from "./game.svelte";
import { decode, encode } from "./link";
import { asked, preset } from "./rules";

/** Stands between the state and the house rules. */
const HOUSE = "~";

export class Address {
  /** The number of the link that is followed, and whether one is. */
  private link = 0;
  private following = false;
  /** House rules and how they are written. */
  private house: { text: string; packed: string } | undefined;
  private step = "";
  /** What stands behind the # of the address. */
  hash = $state("");

  constructor(private readonly game: Game) {}

  /** Shows what the address tells. A link wins over everything else; one that is none shows an empty table. */
  async follow(): Promise<void> {
    const hash = location.hash.slice(1);
    if (hash === "" || hash === this.hash) return;
    const link = ++this.link;
    this.following = true;
    try {
      await this.show(hash);
    } catch {
      if (link === this.link) this.refuse();
    }
    // A newer link is being followed.
    if (link !== this.link) return;
    this.following = false;
    this.keep();
  }

  /** The link stays where it is, to be looked at, until something is entered. */
  private refuse(): void {
    this.game.lay(new Map());
    this.game.error = { code: "bad-link", message: "" };
  }

  private async show(hash: string): Promise<void> {
    const { game } = this;
    if (/(^|&)deal=/.test(hash)) {
      // A plus is a plus here, as in "russian,+head".
      const fields = new URLSearchParams(hash.replaceAll("+", "%2B"));
      const text = (fields.get("deal") ?? "").slice(0, 500).replaceAll("+", " ");
      const right = await game.sources.paste(text, fields.get("rules") ?? undefined);
      if (right === false) this.refuse();
      return;
    }
    const [state = "", house] = hash.split(HOUSE);
    const shown = decode(state);
    if (house === undefined) return game.show(shown);
    const { turn } = game;
    const text = await unpacked(house);
    this.house = { text, packed: house };
    // Whatever was entered or chosen meanwhile is newer.
    if (game.turn !== turn) return;
    game.show({ ...shown, rules: { ...preset(shown.rules.preset), house: text } });
  }

  /** Writes the state into the address. */
  keep(): void {
    const { shown, placement } = this.game;
    if (this.following || this.game.error?.code === "bad-link") return;
    const { house } = shown.rules;
    if (house === undefined || house === this.house?.text) {
      const tail = house === undefined ? "" : HOUSE + this.house?.packed;
      const usual = placement.size === 0 && asked(shown.rules) === "austrian";
      this.write(usual ? "" : encode(shown) + tail);
    } else {
      void packed(house).then(
        (packed) => {
          this.house = { text: house, packed };
          this.keep();
        },
        // Without house rules the link would tell something else.
        () => this.write(""),
      );
    }
  }

  private write(hash: string): void {
    this.hash = hash;
    // Another deal, or a play that begins or ends, is a step that the browser goes back.
    const { deal, play } = this.game;
    const step = JSON.stringify([deal, play?.table]);
    const isStep = this.step !== "" && deal !== undefined && step !== this.step;
    this.step = step;
    // The browser has gone back or on, or a link has been followed.
    if (location.hash.slice(1) === hash) return;
    try {
      const address = location.pathname + location.search + (hash && `#${hash}`);
      if (isStep) history.pushState(null, "", address);
      else history.replaceState(null, "", address);
    } catch {
      // Some browsers allow so many changes in a time; the next one tells all.
    }
  }
}
