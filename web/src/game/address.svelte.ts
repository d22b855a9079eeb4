/** The address of the page, which tells its state: a link, or a deal written out by hand. */

import { packed, unpacked } from "./deflate";
import type { Game } from "./game.svelte";
import { decode, encode } from "./link";
import { named, preset } from "./rules";

/** Stands between the state and the house rules. */
const HOUSE = "~";

export class Address {
  private following = false;
  /** House rules and how they are written. */
  private house: { text: string; packed: string } | undefined;
  /** What stands behind the # of the address. */
  hash = $state("");

  constructor(private readonly game: Game) {}

  /** Shows what the address tells. A link wins over everything else; one that is none shows an empty table. */
  async follow(): Promise<void> {
    const hash = location.hash.slice(1);
    if (hash === "" || hash === this.hash) return;
    this.following = true;
    try {
      await this.show(hash);
    } catch {
      this.game.lay(new Map());
    }
    this.following = false;
    this.keep();
  }

  private async show(hash: string): Promise<void> {
    const { game } = this;
    if (hash.startsWith("deal=")) {
      const fields = new URLSearchParams(hash);
      const text = (fields.get("deal") ?? "").slice(0, 500);
      const right = await game.paste(text, named(fields.get("rules") ?? ""));
      if (right === false) game.lay(new Map());
      return;
    }
    const [state = "", house] = hash.split(HOUSE);
    const shown = decode(state);
    if (house === undefined) return game.show(shown);
    const before = game.placement;
    const text = await unpacked(house);
    this.house = { text, packed: house };
    // A deal that was entered meanwhile is newer.
    if (game.placement === before)
      game.show({ ...shown, rules: { ...preset(shown.rules.preset), house: text } });
  }

  /** Writes the state into the address. */
  keep(): void {
    const { shown, placement } = this.game;
    if (this.following) return;
    const { house } = shown.rules;
    if (house === undefined || house === this.house?.text) {
      const tail = house === undefined ? "" : HOUSE + this.house?.packed;
      this.write(placement.size > 0 ? encode(shown) + tail : "");
    } else {
      void packed(house).then((packed) => {
        this.house = { text: house, packed };
        this.keep();
      });
    }
  }

  private write(hash: string): void {
    this.hash = hash;
    try {
      history.replaceState(null, "", location.pathname + location.search + (hash && `#${hash}`));
    } catch {
      // Some browsers allow so many changes in a time; the next one tells all.
    }
  }
}
