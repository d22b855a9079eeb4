/** Outlines of the icons in a square of 24 units. */

export const ICONS = {
  menu: "M4 7h16M4 12h16M4 17h16",
  more: "M5 12h.01M12 12h.01M19 12h.01",
  hint: "M9.5 17.5c0-2.5-3.5-4-3.5-8a6 6 0 0 1 12 0c0 4-3.5 5.5-3.5 8zM10 21h4",
  undo: "M8 5 4 9l4 4M4 9h10a6 6 0 0 1 0 12h-3",
  moves: "M4 6h.01M9 6h11M4 12h.01M9 12h11M4 18h.01M9 18h11",
  values: "M12 4v10M7 9h10M7 20h10",
  grid: "M4 5h16v14H4zM4 10h16M10 10v9M15 10v9",
  swap: "M4 8h14l-4-4M20 16H6l4 4",
  call: "M4 5h16v11H11l-4 4v-4H4z",
  answer: "m12 3 2.7 5.7 6.3.8-4.6 4.3 1.2 6.2L12 17l-5.6 3 1.2-6.2L3 9.5l6.3-.8z",
  edit: "M4 20l1-5L16 4l4 4L9 19z",
  dice: "M5 5h14v14H5zM9 9h.01M15 15h.01M12 12h.01M15 9h.01M9 15h.01",
  turn: "M20 12a8 8 0 1 1-2.5-5.8M20 3v4h-4",
  close: "M6 6l12 12M18 6 6 18",
  check: "m5 12.5 5 5L19.5 7",
  first: "M6 5v14M19 5l-9 7 9 7z",
  prev: "m15 5-7 7 7 7",
  next: "m9 5 7 7-7 7",
  flag: "M6 21V4h12l-3 4.5L18 13H6",
  share: "M12 15V3M8 7l4-4 4 4M5 12v8h14v-8",
  sheet: "M4 4h16v16H4zM4 20l8-8 8 8M12 4v8",
  plan: "M6 4v9a4 4 0 0 0 4 4h8M6 9h12M15 6l3 3-3 3M15 14l3 3-3 3",
} as const;

export type IconName = keyof typeof ICONS;
