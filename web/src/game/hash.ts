/** The text behind the # of an address: a state of the page, or a deal and rules written out by hand. */

import { BadLink } from "./bits";

/** Stands between the state, the house rules, and a last letter that no chat cuts off. */
const HOUSE = "~";
const END = "0";

/** The parts of a link, as letters or as fields. */
export type LinkParts = { state: string; house?: string } | { deal?: string; rules?: string };

/** Signs that chats and forums leave at the end of an address, and those put around a deal. */
const AFTER = /[\s)\]}>,;:!*_|~'"`´’”“»«…]+$/;
const BEFORE = /^[\s([{<*_|~'"`´‘“„«»]+/;

/** The text behind the # for a state and packed house rules; its last character is a letter or a figure. */
export function joined(state: string, house?: string): string {
  if (house === undefined) return state;
  return [state, house, ...(/[-_]$/.test(house) ? [END] : [])].join(HOUSE);
}

/** Parses the text behind the #, without what chats have added to it. Throws BadLink if it is neither. */
export function parseHash(hash: string): LinkParts {
  const text = withoutPercents(hash);
  if (/(^|&)deal=|^rules=/.test(text)) return fieldsOf(text);
  const [, state, house] = /^([\w-]+)(?:~([\w-]*))?/.exec(text) ?? [];
  if (state === undefined) throw new BadLink("letters");
  return house === undefined ? { state } : { state, house };
}

/** The text behind the # of the first address in a text, if it is a link; "" if the text is nothing but one that is none. */
export function hashIn(text: string): string | undefined {
  const [address, hash] = /https?:\/\/[^\s#]+#(\S*)/.exec(text) ?? [];
  if (address === undefined || hash === undefined) return undefined;
  try {
    parseHash(hash);
    return hash;
  } catch {
    return text.trim() === address ? "" : undefined;
  }
}

/** The text with its percent signs decoded, twice if a chat has encoded it again. */
function withoutPercents(text: string): string {
  const decoded = (run: string): string => {
    try {
      return decodeURIComponent(run);
    } catch {
      return run;
    }
  };
  const once = (text: string): string => text.replace(/(%[0-9a-f]{2})+/gi, decoded);
  return once(once(text));
}

function fieldsOf(text: string): LinkParts {
  const fields: { deal?: string; rules?: string } = {};
  for (const field of text.split("&")) {
    const [, name, value = ""] = /^(deal|rules)=(.*)$/s.exec(field) ?? [];
    // Somebody's parameters, put behind the # for want of a better place.
    const own = value.slice(0, 500).replace(/\?[\w.-]+=.*$/s, "");
    if (name === "deal") fields.deal = bare(own.replaceAll("+", " "));
    // A plus is a plus here, as in "russian,+head".
    const named = name === "rules" ? own.replace(/[^\p{L}\p{N}]+$/u, "").trim() : "";
    if (named !== "") fields.rules = named;
  }
  if (fields.deal === undefined && fields.rules === undefined) throw new BadLink("fields");
  return fields;
}

/** A deal without the signs around it. */
function bare(deal: string): string {
  let [before, inner] = ["", deal.replace(BEFORE, "")];
  // A full stop may stand behind a bracket, and a bracket behind a full stop.
  while (inner !== before) {
    [before, inner] = [inner, withoutStop(inner.replace(AFTER, "").replace(/([^\s?])\?+$/, "$1"))];
  }
  return inner;
}

/** A deal without the full stop of a sentence: a hand has three. */
function withoutStop(deal: string): string {
  const last = deal.split(/\s/).at(-1) ?? "";
  return deal.endsWith(".") && last.split(".").length > 4 ? deal.slice(0, -1) : deal;
}
