/** What the part of the address between ? and # asks for, in a frame of another page above all. */

const fields = new URLSearchParams(location.search);
const text = (name: string): string | undefined => fields.get(name)?.trim().slice(0, 100) || undefined;

export const asked = {
  /** Whether another page shows the table in a frame; the deal cannot be changed then. */
  isEmbedded: fields.has("embed"),
  language: text("lang"),
  theme: text("theme"),
  /** Rules by name. An address reads a plus as a space. */
  rules: text("rules")?.replaceAll(" ", "+"),
  title: text("title"),
};
