/** Entry point of the page: the table is painted at once, while the engine is still loading. */

import { mount } from "svelte";

import { asked } from "./asked";
import { lang } from "./lang/lang.svelte";
import { settings } from "./settings.svelte";
import App from "./table/App.svelte";
import { Table } from "./table/table.svelte";
import "./table/tokens.css";

/** Lets the browser answer the reader between two pieces of work. */
const nextTask = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

const target = document.getElementById("page");
if (target) {
  const language = asked.language ?? settings.language ?? navigator.language;
  // If the file of the language does not come, the page is in English until it does.
  await lang.choose(language, 0).catch(() => void lang.choose(language).catch(() => {}));
  const table = new Table();
  await nextTask();
  mount(App, { target, props: { table } });
  requestAnimationFrame(() => void table.pool.load().catch(() => {}));
}
