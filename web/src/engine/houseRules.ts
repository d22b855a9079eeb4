/** House rules as TOML. The engine reads no TOML: it gets the rules as objects. */

import { parse } from "smol-toml";

/** The question with each text of house rules in it as an object. Throws TomlError if a text is not TOML. */
export function withRuleObjects(question: string): string {
  if (!question.includes('"toml":')) return question;
  const replace = (key: string, value: unknown): unknown => {
    const isText = key === "rules" && typeof value === "object" && value !== null && "toml" in value;
    return isText ? parse(String(value.toml)) : value;
  };
  return JSON.stringify(JSON.parse(question, replace));
}
