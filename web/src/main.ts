/** Entry point of the page: the table is painted at once, while the engine is still loading. */

import { mount } from "svelte";

import { asked } from "./asked";
import { lang } from "./lang/lang.svelte";
import { nextTask } from "./load";
import { settings } from "./settings.svelte";
import App from "./table/App.svelte";
import { Table } from "./table/table.svelte";
import "./table/tokens.css";

const target = document.getElementById("page");
if (target) {
  const language = asked.language ?? settings.language ?? navigator.language;
  // If the file of the language does not come, the page is in English until it does.
  await lang.choose(language, 0).catch(() => void lang.choose(language).catch(() => {}));
  const table = new Table();
  await nextTask();
  // The browser takes long to load the names of months.
  void table.date;
  await nextTask();
  mount(App, { target, props: { table } });
  // After the cards.
  await nextTask();
  requestAnimationFrame(() => void table.pool.load().catch(() => {}));
}
