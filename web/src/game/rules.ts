/** The chosen rules: a preset with switches, or house rules as the text of a file. */

/** The presets in the order of their numbers. A link holds the number, so new presets are added at the end. */
export const PRESETS = [
  "austrian",
  "austrian-1829",
  "austrian-1829-early",
  "austrian-plain",
  "austrian-unlimited",
  "austrian-limited",
  "styrian",
  "illustrated",
  "illustrated-run6",
  "illustrated-sansatout",
  "hungarian",
  "hungarian-long",
  "bule",
  "danube-swabian",
  "russian",
  "leningrad",
  "rostov",
  "american",
] as const;

/** Other names of presets. */
const ALIASES: Record<string, string> = { sochi: "russian" };

export const isPreset = (name: string): boolean => (PRESETS as readonly string[]).includes(name);

/** The switches of the rules: obligations in play besides following suit. A link holds them in this order. */
export const SWITCHES = ["trump", "head", "overtrump", "lowest", "nosteal"] as const;
export type Switch = (typeof SWITCHES)[number];

export interface Rules {
  preset: string;
  /** The switches that were set, with their values; all others are as in the preset. */
  switches: Partial<Record<Switch, boolean>>;
  /** The text of a file of house rules, which replaces preset and switches. */
  house?: string;
}

/** A preset without changes. */
export const preset = (name: string): Rules => ({ preset: name, switches: {} });

/** Parses rules by name, for instance "russian,+head"; returns undefined if there are no such rules. */
export function parseRules(text: string): Rules | undefined {
  const [first = "", ...set] = text.split(",");
  const name = ALIASES[first] ?? first;
  if (!isPreset(name)) return undefined;
  const switches: Rules["switches"] = {};
  for (const one of set) {
    const switchName = SWITCHES.find((candidate) => candidate === one.slice(1));
    if (!switchName || !/^[+-]/.test(one)) return undefined;
    switches[switchName] = one[0] === "+";
  }
  return { preset: name, switches };
}

export function rulesField({ preset, switches, house }: Rules): unknown {
  if (house !== undefined) return { toml: house };
  const set = SWITCHES.filter((name) => switches[name] !== undefined);
  return [preset, ...set.map((name) => (switches[name] ? "+" : "-") + name)].join(",");
}
