/** Dragging of cards from one place to another. Everything that a drag does can also be done by taps. */

export interface DragOptions {
  /**
   * Callback for a dropped card. It gets the card, the `data-place` of the place under it (undefined if that text is
   * empty, which stands for no place), and another card under it, if there is one.
   */
  drop(card: string, place: string | undefined, onto: string | undefined): void;
}

/** A movement of less than this distance in pixels counts as a tap. */
const DRAG_DISTANCE = 8;

/** Makes the cards inside an element draggable. */
export function makeDraggable(
  node: HTMLElement,
  { drop }: DragOptions,
): { update(next: DragOptions): void; destroy(): void } {
  let card: HTMLElement | undefined;
  let [startX, startY] = [0, 0];
  let moving = false;

  const down = (event: PointerEvent): void => {
    const element = event.target instanceof Element ? event.target.closest("[data-card]") : null;
    if (!(element instanceof HTMLElement) || event.button !== 0) return;
    card = element;
    [startX, startY] = [event.clientX, event.clientY];
    moving = false;
  };
  const move = (event: PointerEvent): void => {
    if (!card) return;
    const [x, y] = [event.clientX - startX, event.clientY - startY];
    if (!moving && Math.hypot(x, y) < DRAG_DISTANCE) return;
    if (!moving) {
      moving = true;
      card.setPointerCapture(event.pointerId);
      card.classList.add("dragged");
    }
    card.style.setProperty("translate", `${x}px ${y}px`);
  };
  const end = (event: PointerEvent): void => {
    const dragged = moving ? card : undefined;
    release();
    if (!dragged || event.type === "pointercancel") return;
    // The browser sends a click after a drag; it must not count as a tap.
    dragged.addEventListener("click", (click) => click.stopImmediatePropagation(), {
      capture: true,
      once: true,
    });
    const under = document.elementsFromPoint(event.clientX, event.clientY);
    const place = under.map((one) => one.closest("[data-place]")).find((one) => one && node.contains(one));
    if (!(place instanceof HTMLElement)) return;
    const cards = under.map((one) => one.closest<HTMLElement>("[data-card]")?.dataset["card"]);
    const { card: name = "" } = dragged.dataset;
    const onto = cards.find((other) => other !== undefined && other !== name);
    drop(name, place.dataset["place"] || undefined, onto);
  };
  const release = (): void => {
    card?.style.removeProperty("translate");
    card?.classList.remove("dragged");
    card = undefined;
    moving = false;
  };

  node.addEventListener("pointerdown", down);
  node.addEventListener("pointermove", move);
  node.addEventListener("pointerup", end);
  node.addEventListener("pointercancel", end);
  return {
    update: (next) => ({ drop } = next),
    destroy: () => {
      node.removeEventListener("pointerdown", down);
      node.removeEventListener("pointermove", move);
      node.removeEventListener("pointerup", end);
      node.removeEventListener("pointercancel", end);
    },
  };
}
