/** The keyboard: arrows inside a hand, and single keys for the table. */

import { settings } from "../settings.svelte";
import type { Table } from "./table.svelte";

/** The places to which a key moves the focus among `count` buttons in `columns` columns; undefined for other keys. */
function nextIndex(key: string, index: number, count: number, columns: number): number | undefined {
  const steps: Record<string, number> = {
    ArrowLeft: -1,
    ArrowRight: 1,
    ArrowUp: -columns,
    ArrowDown: columns,
  };
  if (key === "Home") return 0;
  if (key === "End") return count - 1;
  const step = steps[key];
  return step === undefined ? undefined : Math.min(count - 1, Math.max(0, index + step));
}

/** The number of buttons in the first row. */
function columnsOf(buttons: readonly HTMLElement[]): number {
  const top = buttons[0]?.offsetTop;
  // A card that may be played is raised a little.
  const columns = buttons.filter((button) => Math.abs(button.offsetTop - (top ?? 0)) < 10).length;
  return Math.max(1, columns);
}

/**
 * Makes the buttons of a toolbar one stop of the tab key: arrows, Home and End move inside it, and the letter of a suit
 * goes to its first card.
 */
export function toolbarKeys(toolbar: HTMLElement): { destroy(): void } {
  const buttons = (): HTMLElement[] => [...toolbar.querySelectorAll<HTMLElement>("button")];
  /** The button that had the focus last, or else the first that can be used. */
  function arrange(): void {
    const all = buttons();
    const current =
      all.find((button) => button === document.activeElement) ??
      all.find((button) => button.tabIndex === 0 && button.ariaDisabled !== "true") ??
      all.find((button) => button.ariaDisabled !== "true") ??
      all[0];
    for (const button of all) button.tabIndex = button === current ? 0 : -1;
  }
  function onkeydown(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const all = buttons();
    const index = all.indexOf(document.activeElement as HTMLElement);
    if (index < 0) return;
    const suit = all.find((button) => button.dataset["card"]?.startsWith(event.key.toUpperCase()));
    const place = nextIndex(event.key, index, all.length, columnsOf(all));
    const target = place === undefined ? (/^[shdc]$/i.test(event.key) ? suit : undefined) : all[place];
    if (!target) return;
    event.preventDefault();
    event.stopPropagation();
    target.focus();
    arrange();
  }
  const observer = new MutationObserver(arrange);
  observer.observe(toolbar, {
    childList: true,
    subtree: true,
    attributes: true,
    attributeFilter: ["aria-disabled"],
  });
  toolbar.addEventListener("keydown", onkeydown);
  toolbar.addEventListener("focusin", arrange);
  arrange();
  return {
    destroy(): void {
      observer.disconnect();
      toolbar.removeEventListener("keydown", onkeydown);
      toolbar.removeEventListener("focusin", arrange);
    },
  };
}

/** Handles a key that is meant for the table as a whole. */
export function handleKey(table: Table, event: KeyboardEvent): void {
  const { target, key } = event;
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
  if (target instanceof HTMLElement && target.closest("input, textarea, select, dialog")) return;
  if (key === "Escape") return table.closePanel();
  const { play } = table.game;
  if (key === "u" && settings.letterKeys) return table.undo();
  if (!play || table.view) return;
  if (key === "ArrowLeft") play.goBack();
  else if (key === "ArrowRight") play.goForward();
  else if (key === " " && !(target instanceof HTMLButtonElement)) play.playBest();
  else return;
  event.preventDefault();
}
