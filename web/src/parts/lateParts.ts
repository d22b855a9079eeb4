/** Parts of the page that are loaded with the first answers. */

export { default as Play } from "./Play.svelte";
export { default as PuzzlePanel } from "./PuzzlePanel.svelte";
export { default as Record } from "./Record.svelte";
export { default as Talon } from "./Talon.svelte";
export { default as Update } from "./Update.svelte";
