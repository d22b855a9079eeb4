/** The panels of a deal, which are loaded after the first paint. */

export { default as Auction } from "./Auction.svelte";
export { default as Chances } from "./Chances.svelte";
export { default as Contracts } from "./Contracts.svelte";
export { default as Discards } from "./Discards.svelte";
