/** Entry point of the table: it is painted at once, while the engine is still loading. */

import { mount } from "svelte";

import { lang } from "../lang/lang.svelte";
import english from "../lang/table/en.json";
import { settings } from "../settings.svelte";
import App from "./App.svelte";
import { Table } from "./table.svelte";
import "./tokens.css";

const target = document.getElementById("page");
if (target) {
  lang.addWords(
    english,
    import.meta.glob<{ default: unknown }>(["../lang/table/??.json", "!../lang/table/en.json"]),
  );
  // A language file that does not come leaves the page in English; the next visit tries it again.
  await lang.choose(settings.language ?? navigator.language).catch(() => {});
  const table = new Table();
  mount(App, { target, props: { table } });
  requestAnimationFrame(() => void table.pool.load().catch(() => {}));
}
