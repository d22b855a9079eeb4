/** The visitor's settings, stored by the browser. */

import { PACKS } from "./cards/paths";

const KEY = "preference-settings";

/** The choices of each setting, with the default first. */
export const CHOICES = {
  pack: PACKS,
  colours: ["two", "four", "four-german"],
  theme: ["auto", "light", "dark"],
  /** What a card shows that may be played: what it costs, tricks, or gains. */
  values: ["contract", "tricks", "gains"],
} as const;
type Choices = { [Name in keyof typeof CHOICES]: (typeof CHOICES)[Name][number] };

/** Reads the stored settings; an empty object if there are none. */
function readStored(): Record<string, unknown> {
  try {
    const content: unknown = JSON.parse(localStorage.getItem(KEY) ?? "{}");
    return typeof content === "object" && content !== null ? (content as Record<string, unknown>) : {};
  } catch {
    // There is no storage, or its text is not JSON.
    return {};
  }
}

/** The stored choice of a setting if it is one of the choices, otherwise the default. */
function storedChoice<Name extends keyof Choices>(
  content: Record<string, unknown>,
  name: Name,
): Choices[Name] {
  const choices: readonly unknown[] = CHOICES[name];
  return (choices.includes(content[name]) ? content[name] : choices[0]) as Choices[Name];
}

/**
 * The settings as they are stored. The storage holds only settings that the visitor has changed; the others have
 * their defaults. By default the language and the theme follow the system.
 */
type StoredSettings = Partial<Choices> & {
  language?: string;
  rules?: string;
  forced?: boolean;
  letters?: boolean;
};

/** The settings as this tab of the browser shows them. */
class Settings {
  /** The language that the visitor has chosen; undefined as long as the browser's language is used. */
  language = $state<string | undefined>();
  /** The rules that the visitor has chosen; undefined as long as those of the visitor's country are used. */
  rules = $state<string | undefined>();
  pack = $state<Choices["pack"]>("french");
  colours = $state<Choices["colours"]>("two");
  theme = $state<Choices["theme"]>("auto");
  values = $state<Choices["values"]>("contract");
  /** Whether the only legal card is played automatically. */
  autoPlay = $state(true);
  /** Whether letters work as keyboard shortcuts. */
  letterKeys = $state(true);
  /** The settings as this tab last read or wrote them. */
  private stored: StoredSettings;

  constructor() {
    this.stored = this.load();
  }

  /** Loads the settings again after another tab has changed them. */
  reload(): void {
    this.stored = this.load();
  }

  private load(): StoredSettings {
    const content = readStored();
    const { language, rules } = content;
    this.language = typeof language === "string" ? language : undefined;
    this.rules = typeof rules === "string" ? rules : undefined;
    this.pack = storedChoice(content, "pack");
    this.colours = storedChoice(content, "colours");
    this.theme = storedChoice(content, "theme");
    this.values = storedChoice(content, "values");
    this.autoPlay = content["forced"] !== false;
    this.letterKeys = content["letters"] !== false;
    return this.current;
  }

  private get current(): StoredSettings {
    const { language, rules, pack, colours, theme, values, autoPlay: forced, letterKeys: letters } = this;
    const chosen = {
      ...(language === undefined ? {} : { language }),
      ...(rules === undefined ? {} : { rules }),
    };
    return { ...chosen, pack, colours, theme, values, forced, letters };
  }

  /** Stores the settings that this tab has changed, and keeps those that another tab has stored. */
  store(): void {
    const { current, stored } = this;
    const changed = Object.entries(current).filter(
      ([name, value]) => value !== stored[name as keyof StoredSettings],
    );
    this.stored = current;
    if (changed.length === 0) return;
    try {
      localStorage.setItem(KEY, JSON.stringify({ ...readStored(), ...Object.fromEntries(changed) }));
    } catch {
      // Without storage the settings last until the page is closed.
    }
  }

  /** Whether a change of the browser's storage concerns the settings. */
  isOurs({ key, storageArea }: StorageEvent): boolean {
    return storageArea === localStorage && (key === KEY || key === null);
  }
}

export const settings = new Settings();
