/** The height of the table in a frame of another page, which may fit the frame to it. */

/** The height of the middle of the table in which a trick and, on a phone, most panels fit. */
const STAGE = 300;

/** Tells the page around the frame which height the table needs, now and when that changes. */
export function tellHeight(): () => void {
  const stage = document.querySelector(".stage");
  if (!stage) return () => {};
  let told = 0;
  const observer = new ResizeObserver(() => {
    // All other rows have the height of what stands in them.
    const height = Math.round(innerHeight - stage.clientHeight + STAGE);
    if (height === told) return;
    told = height;
    // Only the height is told, so any page may know it.
    parent.postMessage({ preference: "height", height }, "*");
  });
  observer.observe(stage);
  return () => observer.disconnect();
}
