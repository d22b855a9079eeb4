/** The program's answers, with which the page's answers are compared. */

import { execFileSync } from "node:child_process";
import { join } from "node:path";

/** The path of the program: the value of the environment variable PREF, or the program in cargo's target folder. */
export const PREF = process.env["PREF"] ?? join(targetFolder(), "debug/pref");

function targetFolder(): string {
  const metadataArguments = ["metadata", "--format-version", "1", "--no-deps", "--locked"];
  const metadata = execFileSync("cargo", [...metadataArguments, "--manifest-path", "../Cargo.toml"], {
    encoding: "utf8",
  });
  return (JSON.parse(metadata) as { target_directory: string }).target_directory;
}

/** Runs a command of the program and returns its answer, parsed from JSON. */
export function program<Answer>(...args: string[]): Answer {
  const env = { ...process.env, PREF_TABLES: "/nonexistent" };
  const output = execFileSync(PREF, [...args, "--format", "json"], { env, encoding: "utf8" });
  return JSON.parse(output) as Answer;
}

/** Asks the program a question and returns its answer, parsed from JSON. */
export function askProgram<Answer>(question: Record<string, unknown>): Answer {
  const answer = execFileSync(PREF, ["ask", "--no-tables", JSON.stringify(question)], { encoding: "utf8" });
  return JSON.parse(answer) as Answer;
}

/** Returns `count` random deals in the engine's notation. */
export function deals(count: number, seed: number): string[] {
  const lines = execFileSync(PREF, ["deal", "--count", String(count), "--seed", String(seed)], {
    encoding: "utf8",
  });
  return lines.trim().split("\n");
}
