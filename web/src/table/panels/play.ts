/** The panels of a play, which are loaded when one of them is shown. */

export { default as HiddenDiscard } from "./HiddenDiscard.svelte";
export { default as Mistakes } from "./Mistakes.svelte";
export { default as Moves } from "./Moves.svelte";
export { default as Plan } from "./Plan.svelte";
export { default as Puzzle } from "./Puzzle.svelte";
