// Builds the engine and copies it from cargo's target folder to the folder from which the page loads it and, with
// --package, to the npm package.

import { execFileSync } from "node:child_process";
import { copyFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const manifest = here("engine/Cargo.toml");
const TARGET = "wasm32-unknown-unknown";

// Panic messages name source files. Their folders are removed, so that the size does not depend on the machine.
const cargoHome = process.env["CARGO_HOME"] ?? join(homedir(), ".cargo");
const sources = [here(".."), join(cargoHome, "registry/src")].map((path) => `--remap-path-prefix=${path}=`);
// Shorter: functions of more than a few instructions are not copied into their callers, not even those that ask for it
// (the search insists on its own), and the linker writes addresses in as few bytes as they need. The engine is a tenth
// smaller, packed, and a twentieth slower.
const sizes = [
  "-C",
  "llvm-args=-inline-threshold=25 -inlinehint-threshold=25",
  "-C",
  "link-arg=--compress-relocations",
];
const ownFlags = (process.env["RUSTFLAGS"] ?? "").split(/\s+/).filter(Boolean);
const CARGO_ENCODED_RUSTFLAGS = [...ownFlags, ...sources, ...sizes].join("\x1f");

const build = ["build", "--locked", "--release", "--target", TARGET, "--manifest-path", manifest];
execFileSync("cargo", build, {
  stdio: "inherit",
  env: { ...process.env, CARGO_ENCODED_RUSTFLAGS },
});
const about = ["metadata", "--format-version", "1", "--no-deps", "--locked", "--manifest-path", manifest];
const { target_directory: folder } = JSON.parse(execFileSync("cargo", about, { encoding: "utf8" }));
const file = "preference_web.wasm";
const folders = ["engine", ...(process.argv.includes("--package") ? ["package"] : [])];
for (const name of folders) copyFileSync(join(folder, TARGET, "release", file), here(`${name}/${file}`));
