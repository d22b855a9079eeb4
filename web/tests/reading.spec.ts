import { expect, HAND, openMenu, test, tool, type } from "./page";

const HANDS = HAND.slice(2).split(" ");
const SIGNS = ["♠", "♥", "♦", "♣"];
const named = (
  hand: string,
  names: readonly string[],
  letter: (rank: string) => string,
  order = [0, 1, 2, 3],
): string =>
  order
    .map((suit) => [names[suit] ?? "", [...(hand.split(".")[suit] ?? "")].map(letter).join(" ")])
    .filter(([, ranks]) => ranks !== "")
    .map((one) => one.join(" "))
    .join(" ");
const plain = (rank: string): string => (rank === "T" ? "10" : rank);
const german = (rank: string): string => ({ Q: "D", J: "B", T: "10" })[rank] ?? rank;
const russian = (rank: string): string => ({ A: "Т", K: "К", Q: "Д", J: "В", T: "10" })[rank] ?? rank;

// Ways in which clubs, forums and chats write a deal; each of them was refused before.
const TEXTS: Record<string, string> = {
  "without a seat": HANDS.join(" "),
  "a hand a line": HANDS.join("\n"),
  "spaces between ranks and suits": HANDS.map((hand) => [...hand].join(" ")).join("\n"),
  "Russian letters and places": `П: ${HANDS[0]}\nВ: ${HANDS[1]}\nТ: ${HANDS[2]}`.replace(/[AKQJT]/g, russian),
  "German places": `Vorhand: ${HANDS[0]}\nMittelhand: ${HANDS[1]}\nHinterhand: ${HANDS[2]}\nTalon: ${HANDS[3]}`,
  "signs, a hand a line": HANDS.map((hand) => named(hand, SIGNS, plain)).join("\n"),
  "signs in the order of the rules": HANDS.map((hand) => named(hand, SIGNS, plain, [0, 3, 2, 1])).join("\n"),
  "all in one line": HANDS.slice(0, 3)
    .map((hand) => named(hand, SIGNS, plain))
    .join(" "),
  "names of suits, a suit a line": HANDS.slice(0, 3)
    .map(
      (hand, n) =>
        `${["Vorhand", "Mittelhand", "Hinterhand"][n]}:\n${named(hand, ["\nPik", "\nHerz", "\nKaro", "\nTreff"], german)}`,
    )
    .join("\n"),
  "Russian names": HANDS.map((hand) => named(hand, ["пики", "черви", "бубны", "трефы"], russian)).join("\n"),
  quoted: `\`${HANDS.join(" ")}\``,
  "zero-width spaces and a full stop": `\u200b${HANDS.join(" \u200b")}.`,
  "copied from the page": `Forehand: ♠ A Q J\n${HAND}\nrussian\nhttps://example.org/#abc`,
};

test("a deal is read as players write it", async ({ page }) => {
  await page.goto("/");
  for (const [name, text] of Object.entries(TEXTS)) {
    await type(page, "");
    await tool(page, "clear").click();
    await page.getByLabel("Deal as text").evaluate((field, text) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData("text/plain", text);
      const event = new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true });
      // A single line is pasted by the browser itself.
      if (field.dispatchEvent(event)) {
        (field as HTMLInputElement).value = text;
        field.dispatchEvent(new Event("input", { bubbles: true }));
      }
    }, text);
    await expect(page.getByRole("status").first(), name).toContainText("All cards are placed");
    for (const [seat, hand] of Object.entries({ F: HANDS[0], M: HANDS[1], R: HANDS[2] })) {
      const cards = (hand ?? "")
        .split(".")
        .flatMap((ranks, n) => [...ranks].map((one) => `${"SHDC"[n]}${one}`));
      const name = { F: "You", M: "Left", R: "Right" }[seat] ?? "";
      const shown = page.locator(`.seats section[aria-label=${name}] [data-card]`);
      expect(await shown.evaluateAll((all) => all.map((one) => one.getAttribute("data-card")))).toEqual(
        cards,
      );
    }
  }
});

test("one hand is read with the others unknown", async ({ page }) => {
  await page.goto("/");
  for (const [text, ace] of [
    ["♠ A Q J ♥ A 9 ♦ A K 9 ♣ 10 7", "SQ"],
    ["AQJ.A9.AK9.T7", "SQ"],
    // Ober and Unter make D the ace.
    ["♠ D O U ♥ D 9 ♦ D K 9 ♣ 10 7", "HA"],
  ] as const) {
    await type(page, text);
    await tool(page, "toolDone").click();
    await expect(page.locator(`main > .hand [data-card=${ace}]`)).toBeVisible();
    await expect(page.locator('[data-chance="S_talon"]')).toContainText("%");
    await openMenu(page, "Today’s deal");
  }
});

test("other texts are no deals", async ({ page }) => {
  await page.goto("/");
  for (const text of ["hello", "7", "♠ A A", "♠ ZZ", "a.b"]) {
    await type(page, text);
    await expect(page.locator("#misreading")).toBeVisible();
    await type(page, "");
    await expect(page.locator("#misreading")).toHaveCount(0);
  }
});
