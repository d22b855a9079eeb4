/** Entry point of the page: the table is painted at once, while the engine is still loading. */

import { mount } from "svelte";

import { asked } from "./asked";
import { lang } from "./lang/lang.svelte";
import { settings } from "./settings.svelte";
import App from "./table/App.svelte";
import { Table } from "./table/table.svelte";
import "./table/tokens.css";

const target = document.getElementById("page");
if (target) {
  // A language file that does not come leaves the page in English; the next visit tries it again.
  await lang.choose(asked.language ?? settings.language ?? navigator.language).catch(() => {});
  const table = new Table();
  mount(App, { target, props: { table } });
  requestAnimationFrame(() => void table.pool.load().catch(() => {}));
}
