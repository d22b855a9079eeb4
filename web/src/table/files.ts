/** Files that are dropped on the page. */

/** The maximum size of a file in bytes; every deal or record is smaller. */
const MAX_BYTES = 20_000;

/** The text of a file, or the reason why it is not a single deal or record. */
export interface DroppedFile {
  name: string;
  text?: string;
  why?: "large" | "binary" | "lines";
}

/** Reads a file with a record as JSON, or with a single deal and any blank lines and comments. */
export async function readFile(file: File): Promise<DroppedFile> {
  const { name } = file;
  if (file.size > MAX_BYTES) return { name, why: "large" };
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true }).decode(await file.arrayBuffer());
  } catch {
    return { name, why: "binary" };
  }
  if (text.includes("\0")) return { name, why: "binary" };
  const lines = text.split(/\r?\n|\r/).filter((line) => /^\s*[^#\s]/.test(line));
  if (isJson(text)) return { name, text };
  return lines.length > 1 ? { name, why: "lines" } : { name, text: lines[0]?.trim() ?? "" };
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
