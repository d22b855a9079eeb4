/** The text behind the # of an address: a state of the page, or a deal and rules in plain fields. */

import { BadLink } from "./bits";

/** The separator between the state, the house rules and the end mark. */
const SEPARATOR = "~";
/** The end mark. It follows house rules whose last character some sites would cut off. */
const END_MARK = "0";

/**
 * The parts of a link: encoded state and house rules, a packed record, a packed lesson with the number of its puzzle, or
 * plain fields as a person would type them.
 */
export type LinkParts =
  | { state: string; house?: string }
  | { lesson: string; step: number }
  | SharedLink
  | RecordLink
  | { deal?: string; rules?: string };

/** A packed record, with the cards and the actions that were tried beside it. */
export interface RecordLink {
  record: string;
  /** The encoded state with the cards. */
  tried?: string;
  actions?: string;
}

/** A deal that friends play against bots: an encoded state, or the number of a random deal with its rules. */
export interface SharedLink {
  shared: string;
  rules?: string;
  seat: string;
  bot: string;
}

/** Characters that chats and forums add after an address or around a deal. */
const TRAILING_SIGNS = /[\s)\]}>,;:!*_|~'"`´’”“»«…]+$/;
const LEADING_SIGNS = /^[\s([{<*_|~'"`´‘“„«»]+/;

/**
 * Joins a state and packed house rules to the text behind the #. Its last character is a letter or a digit, which no
 * site cuts off.
 */
export function joinHash(state: string, house?: string): string {
  if (house === undefined) return state;
  return [state, house, ...(/[-_]$/.test(house) ? [END_MARK] : [])].join(SEPARATOR);
}

/** Writes a packed record, the state with the cards tried beside it, and other actions that were tried, behind the #. */
export const recordHash = (packed: string, tried = END_MARK, actions?: string): string =>
  `record=${joinHash([packed, tried].join(SEPARATOR), actions)}`;

/** Writes a packed lesson and the number of its puzzle, from 0, as the text behind the #. */
export const lessonHash = (packed: string, step: number): string => `puzzle=${packed}${SEPARATOR}${step + 1}`;

/** Writes a deal that friends play as the text behind the #. */
export const sharedHash = ({ shared, seat, bot }: SharedLink): string =>
  `play=${shared}&seat=${seat}&bot=${bot}`;

/** Parses the text behind the #, ignoring characters that chats add. Throws BadLink if it is not a link. */
export function parseHash(hash: string): LinkParts {
  const text = decodePercents(hash);
  if (/(^|&)deal=|^rules=/.test(text)) return parseFields(text);
  const [, record, tried = END_MARK, actions] =
    /^record=([\w-]+)(?:~([\w-]+))?(?:~([\w-]+))?/.exec(text) ?? [];
  if (record !== undefined)
    return {
      record,
      ...(tried === END_MARK ? {} : { tried }),
      ...(actions === undefined ? {} : { actions }),
    };
  const [, lesson, step = "1"] = /^puzzle=([\w-]+)(?:~(\d+))?/.exec(text) ?? [];
  if (lesson !== undefined) return { lesson, step: Number(step) - 1 };
  const [, shared, fields = ""] = /^play=([\w-]+)(.*)/.exec(text) ?? [];
  if (shared !== undefined) {
    const field = (name: string): string | undefined => new RegExp(`&${name}=([\\w,+-]+)`).exec(fields)?.[1];
    const rules = field("rules");
    const named = rules === undefined ? {} : { rules };
    return { shared, ...named, seat: field("seat") ?? "F", bot: field("bot") ?? "quick" };
  }
  const [, state, house] = /^([\w-]+)(?:~([\w-]*))?/.exec(text) ?? [];
  if (state === undefined) throw new BadLink("letters");
  return house === undefined ? { state } : { state, house };
}

/**
 * Finds the link in a text and returns the text behind its #: "" if the text is an address without a link, undefined
 * if it is not an address.
 */
export function findHash(text: string): string | undefined {
  const [address, hash] = /https?:\/\/[^\s#]+#(\S*)/.exec(text) ?? [];
  if (address === undefined || hash === undefined) return undefined;
  try {
    parseHash(hash);
    return hash;
  } catch {
    return text.trim() === address ? "" : undefined;
  }
}

/** Decodes the percent escapes of a text, twice: a chat may have encoded an encoded text again. */
function decodePercents(text: string): string {
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

function parseFields(text: string): LinkParts {
  const fields: { deal?: string; rules?: string } = {};
  for (const field of text.split("&")) {
    const [, name, value = ""] = /^(deal|rules)=(.*)$/s.exec(field) ?? [];
    // Tracking parameters that a site has appended are dropped.
    const content = value.slice(0, 500).replace(/\?[\w.-]+=.*$/s, "");
    if (name === "deal") fields.deal = stripSigns(content.replaceAll("+", " "));
    // In rules a plus is not a space: "russian,+head".
    const rules = name === "rules" ? content.replace(/[^\p{L}\p{N}]+$/u, "").trim() : "";
    if (rules !== "") fields.rules = rules;
  }
  if (fields.deal === undefined && fields.rules === undefined) throw new BadLink("fields");
  return fields;
}

/** Strips the characters around a deal. */
function stripSigns(deal: string): string {
  let [before, inner] = ["", deal.replace(LEADING_SIGNS, "")];
  // A full stop may follow a bracket, and a bracket may follow a full stop.
  while (inner !== before) {
    [before, inner] = [inner, stripStop(inner.replace(TRAILING_SIGNS, "").replace(/([^\s?])\?+$/, "$1"))];
  }
  return inner;
}

/**
 * Strips the full stop of a sentence from a deal. The last hand of a deal contains only three dots, so a fourth one
 * ends a sentence.
 */
function stripStop(deal: string): string {
  const last = deal.split(/\s/).at(-1) ?? "";
  return deal.endsWith(".") && last.split(".").length > 4 ? deal.slice(0, -1) : deal;
}
