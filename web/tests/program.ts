/** Answers of the program, for comparison. */

import { execFileSync } from "node:child_process";
import { join } from "node:path";

/** The path of the program: PREF, or the one in cargo's target folder. */
export const PREF = process.env["PREF"] ?? join(targetFolder(), "debug/pref");

function targetFolder(): string {
  const about = ["metadata", "--format-version", "1", "--no-deps", "--locked"];
  const told = execFileSync("cargo", [...about, "--manifest-path", "../Cargo.toml"], { encoding: "utf8" });
  return (JSON.parse(told) as { target_directory: string }).target_directory;
}

/** Runs a command and returns its answer as JSON. */
export function program<Answer>(...args: string[]): Answer {
  const env = { ...process.env, PREF_TABLES: "/nonexistent" };
  const told = execFileSync(PREF, [...args, "--format", "json"], { env, encoding: "utf8" });
  return JSON.parse(told) as Answer;
}

/** Asks the program a question and returns the answer as an object. */
export function askProgram<Answer>(question: Record<string, unknown>): Answer {
  const told = execFileSync(PREF, ["ask", "--no-tables", JSON.stringify(question)], { encoding: "utf8" });
  return JSON.parse(told) as Answer;
}

/** Returns random deals. */
export function deals(count: number, seed: number): string[] {
  const told = execFileSync(PREF, ["deal", "--count", String(count), "--seed", String(seed)], {
    encoding: "utf8",
  });
  return told.trim().split("\n");
}
