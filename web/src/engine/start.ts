/** Start of the engine: its module is compiled once, and each worker makes an instance of it. */

import engine from "../../engine/preference_web.wasm?url";
import { Pool } from "./pool";

/** One core is left for the page. */
const workerCount = (): number => Math.min(4, Math.max(1, (navigator.hardwareConcurrency || 2) - 1));

async function compileEngine(): Promise<WebAssembly.Module> {
  const answer = await fetch(engine);
  if (!answer.ok) throw new Error(`${answer.status} ${answer.url}`);
  // Some hosts serve the file with another content type, which streaming refuses.
  if (!answer.headers.get("content-type")?.startsWith("application/wasm")) {
    return WebAssembly.compile(await answer.arrayBuffer());
  }
  return WebAssembly.compileStreaming(answer);
}

/** Loads the engine and starts its workers. */
export const startPool = async (): Promise<Pool> => new Pool(await compileEngine(), workerCount());
