// Makes the files of the package: the engine, the class Instance as JavaScript, and the licences.

import { execFileSync } from "node:child_process";
import { copyFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const here = (path) => fileURLToPath(new URL(path, import.meta.url));

execFileSync(process.execPath, [here("../engine.mjs"), "--package"], { stdio: "inherit" });
for (const name of ["LICENSE-MIT", "LICENSE-APACHE"]) copyFileSync(here(`../../${name}`), here(name));
const options = ["--target", "es2022", "--module", "nodenext", "--declaration", "--outDir", here(".")];
const compiler = here("../node_modules/typescript/bin/tsc");
execFileSync(process.execPath, [compiler, ...options, here("../src/engine/instance.ts")], {
  stdio: "inherit",
});
