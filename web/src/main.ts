/** Starts the page: the engine, its workers, and what the link shows. */

import { mount } from "svelte";

import App from "./App.svelte";
import { Pool } from "./engine/pool";
import engine from "../engine/target/wasm32-unknown-unknown/release/preference_web.wasm?url";
import "./page.css";

// Compiled once; each worker makes an instance of it.
const module = await WebAssembly.compileStreaming(fetch(engine));
// One core is the page's own.
const workers = Math.min(4, Math.max(1, (navigator.hardwareConcurrency || 2) - 1));
const target = document.getElementById("page");
if (target) mount(App, { target, props: { pool: new Pool(module, workers) } });
