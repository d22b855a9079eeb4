/** Entry point of the page: compiles the engine, creates the pool of workers and mounts the app. */

import { mount } from "svelte";

import App from "./App.svelte";
import { Pool } from "./engine/pool";
import engine from "../engine/preference_web.wasm?url";
import "./page.css";

/** Compiles the engine once; each worker then makes an instance of it. */
async function compileEngine(): Promise<WebAssembly.Module> {
  const answer = await fetch(engine);
  if (!answer.ok) throw new Error(`${answer.status} ${answer.url}`);
  // Some hosts serve the file with another content type, which streaming refuses.
  if (!answer.headers.get("content-type")?.startsWith("application/wasm")) {
    return WebAssembly.compile(await answer.arrayBuffer());
  }
  return WebAssembly.compileStreaming(answer);
}

const target = document.getElementById("page");
try {
  const module = await compileEngine();
  // One core is left for the page.
  const workers = Math.min(4, Math.max(1, (navigator.hardwareConcurrency || 2) - 1));
  if (target) {
    target.textContent = "";
    mount(App, { target, props: { pool: new Pool(module, workers) } });
  }
} catch (error) {
  if (target) target.textContent = `This page could not start: ${String(error)}`;
}
