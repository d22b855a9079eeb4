/** Entry point of the page: starts the engine and mounts the app. */

import { mount } from "svelte";

import App from "./App.svelte";
import { startPool } from "./engine/start";
import "./page.css";

const target = document.getElementById("page");
try {
  const pool = await startPool();
  if (target) {
    target.textContent = "";
    mount(App, { target, props: { pool } });
  }
} catch (error) {
  if (target) target.textContent = `This page could not start: ${String(error)}`;
}
