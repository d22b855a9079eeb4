/** The keyboard: arrows inside a hand, and single keys for the table. */

import type { Play } from "../game/play.svelte";
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

/** On a keyboard with a non-Latin alphabet the position of the key decides. */
const letterOf = ({ key, code }: KeyboardEvent): string =>
  /^[a-z? ]$/.test(key) ? key : code.replace(/^Key/, "").toLowerCase();

/** The actions of letters, and those of other keys, during a play. */
function playAction(table: Table, play: Play, event: KeyboardEvent): (() => void) | undefined {
  const { answersShown } = table.game;
  if (event.key === "ArrowLeft") return event.shiftKey ? () => play.leaveVariation() : () => play.goBack();
  if (event.key === "ArrowRight") return () => play.goForward();
  if (event.key === "Delete") return () => play.removeCard();
  const fork = { ArrowUp: -1, ArrowDown: 1 }[event.key] as -1 | 1 | undefined;
  if (fork) return play.isFork ? () => play.chooseBranch(fork) : undefined;
  if (!settings.letterKeys) return undefined;
  const letters: Record<string, (() => void) | undefined> = {
    " ": answersShown ? () => play.playBest() : undefined,
    b: answersShown ? () => play.goToMistake(true) : undefined,
    m: answersShown ? () => play.goToMistake(false) : undefined,
    t: () => play.undoTrick(),
  };
  return letters[letterOf(event)];
}

/** Handles a key that is meant for the table as a whole. */
export function handleKey(table: Table, event: KeyboardEvent): void {
  const { target, key } = event;
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
  if (!(target instanceof Element) || target.closest("input, textarea, select, dialog")) return;
  if (table.view === "match") return;
  if (key === "Escape") return table.closePanel();
  const letter = settings.letterKeys ? letterOf(event) : "";
  if (letter === "u") return table.undo();
  if (letter === "z") return void (table.game.answersHidden = !table.game.answersHidden);
  if (letter === "?" && !table.isEmbedded) return void (table.dialog = "keys");
  const { play } = table.game;
  // The space bar presses a focused button.
  if (!play || table.view || (key === " " && target.closest("button, summary"))) return;
  const action = playAction(table, play, event);
  if (!action) return;
  event.preventDefault();
  action();
}
