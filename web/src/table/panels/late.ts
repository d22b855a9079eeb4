/** The panels that are loaded after the first paint. */

export { default as Auction } from "./Auction.svelte";
export { default as Chances } from "./Chances.svelte";
export { default as Contracts } from "./Contracts.svelte";
export { default as Discards } from "./Discards.svelte";
export { default as Mistakes } from "./Mistakes.svelte";
export { default as Moves } from "./Moves.svelte";
export { default as Plan } from "./Plan.svelte";
export { default as Puzzle } from "./Puzzle.svelte";
