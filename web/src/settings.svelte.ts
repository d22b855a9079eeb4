/** What the visitor has chosen for the look of the page; kept by the browser. */

import type { Pack } from "./parts/suits";

const KEY = "preference-settings";

interface Kept {
  language: string;
  pack: Pack;
}

function kept(): Partial<Kept> {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(KEY) ?? "{}");
    return typeof found === "object" && found !== null ? found : {};
  } catch {
    // No storage, or somebody else's text in it.
    return {};
  }
}

class Settings {
  language = $state("en");
  pack = $state<Pack>("french");

  constructor() {
    const { language, pack } = kept();
    this.language = typeof language === "string" ? language : navigator.language;
    this.pack = pack === "german" ? "german" : "french";
  }

  keep(): void {
    try {
      localStorage.setItem(KEY, JSON.stringify({ language: this.language, pack: this.pack }));
    } catch {
      // Then they hold until the page is left.
    }
  }
}

export const settings = new Settings();
