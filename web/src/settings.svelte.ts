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

/** The object in the browser's storage, whoever wrote it. */
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

/** Stored settings: only those that were chosen, so that everything else follows the system. */
type Kept = Partial<Choices> & { language?: string; forced?: boolean; letters?: boolean };

class Settings {
  /** The language that was chosen; none as long as the browser's own is shown. */
  language = $state<string | undefined>();
  pack = $state<Choices["pack"]>("french");
  colours = $state<Choices["colours"]>("two");
  theme = $state<Choices["theme"]>("auto");
  values = $state<Choices["values"]>("contract");
  /** A card that is the only one allowed plays itself. */
  forced = $state(true);
  /** Letters are keys. */
  letters = $state(true);
  /** The settings as the browser keeps them, as far as this page knows. */
  private known: Kept;

  constructor() {
    this.known = this.take();
  }

  /** Takes over what the browser keeps: at the start, and when another tab has changed it. */
  follow(): void {
    this.known = this.take();
  }

  private take(): Kept {
    const found = kept();
    const { language } = found;
    this.language = typeof language === "string" ? language : undefined;
    this.pack = chosen(found, "pack");
    this.colours = chosen(found, "colours");
    this.theme = chosen(found, "theme");
    this.values = chosen(found, "values");
    this.forced = found["forced"] !== false;
    this.letters = found["letters"] !== false;
    return this.all;
  }

  private get all(): Kept {
    const { language, pack, colours, theme, values, forced, letters } = this;
    return { ...(language === undefined ? {} : { language }), pack, colours, theme, values, forced, letters };
  }

  /** Keeps what was changed here; what another tab has changed stays. */
  keep(): void {
    const { all, known } = this;
    const changed = Object.entries(all).filter(([name, value]) => value !== known[name as keyof Kept]);
    this.known = all;
    if (changed.length === 0) return;
    try {
      localStorage.setItem(KEY, JSON.stringify({ ...kept(), ...Object.fromEntries(changed) }));
    } catch {
      // Then they hold until the page is left.
    }
  }

  /** Whether a change of the browser's storage is one of the settings. */
  isOurs({ key, storageArea }: StorageEvent): boolean {
    return storageArea === localStorage && (key === KEY || key === null);
  }
}

export const settings = new Settings();
