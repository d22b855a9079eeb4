/** What the visitor has chosen for the look of the page; kept by the browser. */

import { PACKS } from "./parts/suits";

const KEY = "preference-settings";

/** What can be chosen: the first of each is the usual one. */
export const CHOICES = {
  pack: PACKS,
  colours: ["two", "four", "four-german"],
  theme: ["auto", "light", "dark"],
  /** What is told of a card: how far from the contract, tricks, or gains. */
  values: ["contract", "tricks", "gains"],
} as const;
type Choices = { [Name in keyof typeof CHOICES]: (typeof CHOICES)[Name][number] };

function kept(): Record<string, unknown> {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(KEY) ?? "{}");
    return typeof found === "object" && found !== null ? (found as Record<string, unknown>) : {};
  } catch {
    // No storage, or somebody else's text in it.
    return {};
  }
}

/** What was kept, if it is one of the choices. */
function chosen<Name extends keyof Choices>(found: Record<string, unknown>, name: Name): Choices[Name] {
  const choices: readonly unknown[] = CHOICES[name];
  return (choices.includes(found[name]) ? found[name] : choices[0]) as Choices[Name];
}

class Settings {
  language = $state("en");
  pack = $state<Choices["pack"]>("french");
  colours = $state<Choices["colours"]>("two");
  theme = $state<Choices["theme"]>("auto");
  values = $state<Choices["values"]>("contract");
  /** A card that is the only one allowed plays itself. */
  forced = $state(true);
  /** Letters are keys. */
  letters = $state(true);

  constructor() {
    const found = kept();
    const { language } = found;
    this.language = typeof language === "string" ? language : navigator.language;
    this.pack = chosen(found, "pack");
    this.colours = chosen(found, "colours");
    this.theme = chosen(found, "theme");
    this.values = chosen(found, "values");
    this.forced = found["forced"] !== false;
    this.letters = found["letters"] !== false;
  }

  keep(): void {
    const { language, pack, colours, theme, values, forced, letters } = this;
    try {
      localStorage.setItem(KEY, JSON.stringify({ language, pack, colours, theme, values, forced, letters }));
    } catch {
      // Then they hold until the page is left.
    }
  }
}

export const settings = new Settings();
