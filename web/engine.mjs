// Builds the engine and copies it from cargo's target folder to the folder that the page loads it from.

import { execFileSync } from "node:child_process";
import { copyFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const manifest = here("engine/Cargo.toml");
const TARGET = "wasm32-unknown-unknown";

execFileSync("cargo", ["build", "--locked", "--release", "--target", TARGET, "--manifest-path", manifest], {
  stdio: "inherit",
});
const about = ["metadata", "--format-version", "1", "--no-deps", "--locked", "--manifest-path", manifest];
const { target_directory: folder } = JSON.parse(execFileSync("cargo", about, { encoding: "utf8" }));
copyFileSync(join(folder, TARGET, "release/preference_web.wasm"), here("engine/preference_web.wasm"));
