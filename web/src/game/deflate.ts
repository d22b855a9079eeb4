/** Compression of texts in an address: house rules are longer than all other parts of a link. */

import { BadLink } from "./bits";

/** The maximum length of an unpacked text in bytes. */
export const MAX_BYTES = 64 * 1024;

/** Packs a text into letters. Throws BadLink if it is too long. */
export async function pack(text: string): Promise<string> {
  if (new Blob([text]).size > MAX_BYTES) throw new BadLink("long");
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  const letters = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
  return letters.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** Unpacks letters from `pack`. Throws BadLink if they are invalid or the text is too long. */
export async function unpack(letters: string): Promise<string> {
  if (letters.length > MAX_BYTES || !/^[\w-]*$/.test(letters)) throw new BadLink("letters");
  try {
    const text = atob(letters.replaceAll("-", "+").replaceAll("_", "/"));
    const bytes = Uint8Array.from(text, (letter) => letter.charCodeAt(0));
    const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw")).getReader();
    const decoder = new TextDecoder("utf-8", { fatal: true });
    let [out, length] = ["", 0];
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      length += part.value.length;
      // A short text can unpack to a huge one, so unpacking stops at the maximum length.
      if (length > MAX_BYTES) throw new BadLink("long");
      out += decoder.decode(part.value, { stream: true });
    }
    return out + decoder.decode();
  } catch (error) {
    throw error instanceof BadLink ? error : new BadLink("packed");
  }
}
