/** Start of the engine: its module is compiled once, and each worker makes an instance of it. */

import engine from "../../engine/preference_web.wasm?url";
import { type MakeWorker, Pool } from "./pool";
import script from "./worker?worker&url";

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

async function loadWorker(): Promise<MakeWorker> {
  if (self.origin !== "null") return () => new Worker(script, { type: "module" });
  // A sandboxed frame may start workers only from what it has loaded itself, and in Chromium no modules.
  const address = URL.createObjectURL(await (await fetch(script)).blob());
  return () => new Worker(address);
}

/** Loads the engine and starts its workers. */
export async function startPool(): Promise<Pool> {
  const [module, makeWorker] = await Promise.all([compileEngine(), loadWorker()]);
  return new Pool(module, workerCount(), makeWorker);
}
