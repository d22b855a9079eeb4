// Writes a compressed copy next to each file of the built page, for hosts that serve such copies.

import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";

const dist = fileURLToPath(new URL("dist/", import.meta.url));
const names = readdirSync(dist, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && /\.(html|js|css|wasm|svg|webmanifest)$/.test(entry.name))
  .map((entry) => join(entry.parentPath, entry.name));
for (const name of names) {
  const bytes = readFileSync(name);
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
  writeFileSync(`${name}.br`, brotliCompressSync(bytes, { params }));
  writeFileSync(`${name}.gz`, gzipSync(bytes, { level: 9 }));
}
