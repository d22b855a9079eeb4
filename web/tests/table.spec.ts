import { readdirSync, readFileSync, statSync } from "node:fs";

import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";

import {
  button,
  cell,
  choice,
  expect,
  HAND,
  holdEngine,
  open,
  openPanel,
  type Outcome,
  playable,
  runScript,
  SIZES,
  TAGS,
  test,
  tool,
} from "./page";
import { askProgram, deals, PREF, program } from "./program";

type Talon = {
  best: (Outcome & { discards: string[][] })[];
  discards: { discard: string[]; results: (Outcome & { rank: number })[] }[];
};

test("the shipped answers are the program's", () => {
  process.env["PREF"] = PREF;
  expect(runScript("deals.mjs", "--check")).toBe("");
});

for (const [locale, makes, aside] of [
  ["en-GB", /You make \S+/, /Take the talon and lay .+ aside/],
  ["ru-RU", /Ваша игра/, /Возьмите прикуп/],
] as const) {
  test.describe(locale, () => {
    test.use({ locale });
    test("the first screen is painted before the engine is there, from at most 89 kB", async ({ page }) => {
      let bytes = 0;
      const loaded: string[] = [];
      page.on("response", (response) => {
        const { pathname } = new URL(response.url());
        // The engine and its workers come later, and the browser asks for the icon by itself.
        if (/\.wasm$|worker|\.(svg|png)$/.test(pathname)) return;
        loaded.push(pathname);
        bytes += statSync(`dist${pathname === "/" ? "/index.html" : pathname}.br`).size;
      });
      // The engine never arrives.
      await page.route("**/*.wasm", () => {});
      await page.goto("/");
      await expect(page.locator(".headline")).toHaveText(makes);
      await expect(page.locator(".note").first()).toHaveText(aside);
      await tool(page, "toolContracts").click();
      await expect(cell(page, "F_N")).toBeVisible();
      console.log(`first visit, ${locale}: ${(bytes / 1000).toFixed(1)} kB in ${loaded.length} files`);
      expect(bytes).toBeLessThanOrEqual(89_000);
    });
  });
}

test("the shipped answer and the engine's are the same on the page", async ({ page }) => {
  await page.goto("/");
  const headline = page.locator(".headline");
  await expect(headline).toHaveText(/You make/);
  const before = await headline.innerText();
  await expect(cell(page, "M_N")).toHaveCount(0);
  await tool(page, "toolContracts").click();
  await expect(cell(page, "M_N")).toBeVisible();
  await tool(page, "toolAnswer").click();
  expect(await headline.innerText()).toBe(before);
});

for (const [language, rules, words] of [
  ["de-AT", "Österreichisch", /Du machst/],
  ["ru-RU", "Сочинка", /Ваша игра/],
  ["hu-HU", "Magyar", /Megvan neked/],
  ["sr-RS", "Домаћа", /Ваша игра/],
  ["sr-Latn-RS", "Domaća", /Vaša igra/],
  ["hr-HR", "Domaća", /Vaša igra/],
] as const) {
  test.describe(language, () => {
    test.use({ locale: language });
    test("language and rules are guessed, and remembered only when chosen", async ({ page }) => {
      await page.goto("/");
      await expect(page.locator(".headline")).toHaveText(words);
      await expect(page.locator(".rules")).toHaveText(rules);
      const stored = await page.evaluate(() => localStorage.getItem("preference-settings") ?? "{}");
      expect(Object.keys(JSON.parse(stored) as object)).not.toContain("language");
      expect(Object.keys(JSON.parse(stored) as object)).not.toContain("rules");
      if (language === "sr-Latn-RS")
        expect(await page.locator("body").innerText()).not.toMatch(/\p{Script=Cyrillic}/u);
    });
  });
}

test("chosen rules are kept for the next visit", async ({ page }) => {
  await page.goto("/");
  await page.getByRole("button", { name: "Menu" }).click();
  await choice(page, "Rules").selectOption("hungarian");
  await page.goto("/");
  await expect(page.locator(".rules")).toHaveText("Hungarian rules");
});

for (const rules of ["russian", "hungarian", "danube-swabian", "american"]) {
  test(`contracts and discards are the program's under ${rules}`, async ({ page }) => {
    for (const deal of deals(2, 11)) {
      await open(page, deal, rules);
      await openPanel(page, "toolContracts");
      await page.getByRole("button", { name: "With the talon" }).click();
      const { results } = program<{ results: (Outcome & { declarer: string })[] }>(
        "solve",
        deal,
        "--rules",
        rules,
        "--hand",
      );
      const check = async (name: string, { tricks, made }: Outcome): Promise<void> => {
        await expect(cell(page, name)).toHaveAttribute(
          "aria-label",
          new RegExp(`${made ? "makes" : "fails"}. Play it.$`),
        );
        await expect(cell(page, name)).toHaveText(String(tricks ?? ""));
      };
      const talons = ["F", "M", "R"].map((declarer) =>
        askProgram<Talon>({ ask: "talon", deal, rules, declarer }),
      );
      for (const [n, { best }] of talons.entries())
        for (const one of best) await check(`${"FMR"[n]}_${one.contract}`, one);
      await page.getByRole("button", { name: "From the hand" }).click();
      for (const one of results) await check(`${one.declarer}_${one.contract}`, one);

      // A hand that all pass is shown where it is played.
      const { summary } = program<{ summary: { all_pass: string } }>("rules", "show", rules);
      const isPlayed = summary.all_pass === "raspasovka";
      expect(isPlayed).toBe(rules === "russian");
      for (const seat of isPlayed ? ["F", "M", "R"] : []) {
        const [result] = askProgram<{ results: { tricks: Record<string, number> }[] }>({
          ask: "solve",
          deal,
          rules,
          contract: "allpass",
        }).results;
        await expect(page.locator(`.panel [data-allpass=${seat}] b`)).toHaveText(
          String(result?.tricks[seat]),
        );
      }
      await expect(page.locator("[data-allpass]")).toHaveCount(isPlayed ? 3 : 0);

      await openPanel(page, "toolDiscards");
      const [forehand] = talons;
      for (const { contract } of forehand?.best ?? []) {
        await page.locator(`.panel [data-contract="${contract}"]`).click();
        const rows = await page
          .locator(".panel [data-discard]")
          .evaluateAll((all) => all.map((one) => [one.getAttribute("data-discard"), one.ariaLabel] as const));
        const shown = new Map(
          rows.flatMap(([list, name]) => (list ?? "").split(",").map((one) => [one, name] as const)),
        );
        expect(shown.size).toBe(forehand?.discards.length);
        for (const { discard, results: all } of forehand?.discards ?? []) {
          const result = all.find((one) => one.contract === contract);
          expect(shown.get(discard.join(" ")), contract).toMatch(
            new RegExp(
              `: ${result?.tricks === undefined ? "" : `${result.tricks} tricks?, `}${result?.made ? "makes" : "fails"}$`,
            ),
          );
        }
      }
    }
  });
}

test("a contract is played by taps, with prices, undo, Back and the address", async ({ page }) => {
  await open(page, HAND);
  await openPanel(page, "toolContracts");
  await cell(page, "F_D").click();
  await expect(page.locator("h1")).toHaveText("7, You");
  type Cards = { cards: { card: string; best: boolean; cost?: { tricks?: number } }[] };
  const question = { ask: "cards", deal: HAND, rules: "russian", declarer: "F", contract: "7D" };
  const { cards } = askProgram<Cards>({ ...question, discard: ["H9", "CK"] });
  await expect(playable(page)).toHaveCount(cards.length);
  for (const { card, best, cost } of cards) {
    const price = best ? "=" : `−${cost?.tricks}`;
    await expect(page.locator(`.hand [data-card=${card}]`)).toHaveAttribute("data-price", price);
  }
  await openPanel(page, "toolMoves");
  await expect(button(page, "Next mistake")).toHaveAttribute("aria-disabled", "true");
  await page.locator(".hand [data-card=SQ]").click();
  const lost = cards.find(({ card }) => card === "SQ")?.cost?.tricks;
  await expect(page.getByRole("status").first()).toContainText(`queen of spades: costs ${lost} trick`);
  await expect(playable(page).first()).toBeVisible();
  const played = page.url();
  await page.reload();
  await expect(playable(page).first()).toBeVisible();
  expect(page.url()).toBe(played);
  await expect(page.locator(".trick [data-card=SQ]")).toBeVisible();
  await openPanel(page, "toolMoves");
  await button(page, "From the beginning").click();
  await button(page, "Next mistake").click();
  await expect(page.locator(".trick [data-card=SQ]")).toBeVisible();
  await tool(page, "undo").click();
  await expect(page.locator(".hand [data-card=SQ]")).toBeVisible();
  await page.goBack();
  await expect(page.locator("h1")).toHaveText("Study");
});

test("a contract that is tapped before the engine is there is played once it is", async ({ page }) => {
  const arrive = await holdEngine(page);
  await page.goto("/");
  await tool(page, "toolContracts").click();
  await page.locator(".panel [data-cell]").first().click();
  await expect(page.locator("h1")).toHaveText("Study");
  arrive();
  await expect(page.locator("h1")).toHaveText(/, You$/);
  await expect(page.locator("main .hand [data-price]").first()).toBeVisible();
});

test("a hand that all pass is played card by card", async ({ page }) => {
  await open(page, HAND);
  await openPanel(page, "toolContracts");
  await button(page, "All pass You 6 Left 1 Right 3").click();
  await expect(page.locator("h1")).toHaveText("All pass");
  await expect(page.locator(".trick [data-card=D7]")).toBeVisible();
  await expect(page.getByRole("status").first()).toContainText("Your turn, follow");
  await expect(page.locator(".hand [data-card=D9]")).toHaveAttribute("data-price", "=");
  for (const card of ["DA", "DJ", "D8"]) await page.locator(`main button[data-card=${card}]`).click();
  await expect(page.locator(".trick [data-card=CK]")).toBeVisible();
  await expect(page.getByRole("status").first()).not.toContainText("lead");
  for (const card of ["CT", "C8", "C9"]) await page.locator(`main button[data-card=${card}]`).click();
  type Cards = { cards: { card: string; best: boolean; cost?: { tricks?: number } }[] };
  const asked = { deal: HAND, rules: "russian", contract: "allpass" };
  const played = ["DA", "DJ", "D8", "CT", "C8", "C9"];
  for (const { card, best, cost } of askProgram<Cards>({ ask: "cards", ...asked, played }).cards) {
    const price = best ? "=" : `−${cost?.tricks}`;
    await expect(page.locator(`.hand [data-card=${card}]`)).toHaveAttribute("data-price", price);
  }
  await page.locator(".hand [data-card=C7]").click();
  await expect(page.getByRole("status").first()).toContainText("seven of clubs: costs 2 tricks");
  await expect(page.getByRole("status").first()).toContainText("Y 2 · L 0 · R 0");
  await page.reload();
  await expect(page.locator(".trick [data-card=C7]")).toBeVisible();
  await openPanel(page, "toolMoves");
  await button(page, "Play on for me").click();
  const { line } = askProgram<{ line: string[] }>({ ask: "line", ...asked, played: [...played, "C7"] });
  await expect(page.locator("[data-move]")).toHaveCount(30);
  const rows = page.locator(".panel tbody tr");
  await expect(rows.nth(1).getByRole("rowheader")).toContainText("Talon");
  await expect(rows.nth(2).getByRole("rowheader")).toHaveText("3");
  await expect(page.locator("[data-move=CT]")).toHaveAccessibleName("ten of clubs");
  await expect(button(page, "Take as an ending")).toHaveCount(0);
  const moves = await page
    .locator("[data-move]")
    .evaluateAll((all) => all.map((one) => one.getAttribute("data-move") ?? ""));
  expect(new Set(moves)).toEqual(new Set([...played, "C7", ...line]));
  await expect(page.getByText(/^Tricks taken:/)).toHaveText("Tricks taken: You 8, Left 2, and Right 0");
  await page.getByText("Defence and settlement").click();
  type Paid = Record<"F" | "M" | "R", number>;
  const { F } = askProgram<Paid>({
    ask: "score",
    rules: "russian",
    contract: "allpass",
    tricks: { F: 8, M: 2, R: 0 },
  });
  await expect(page.getByTestId("paid")).toContainText(`You −${-F}, `);
});

test("a contract is played at a level that the reader chooses", async ({ page }) => {
  await open(page, HAND);
  await openPanel(page, "toolContracts");
  await expect(cell(page, "F_D")).toHaveClass(/made/);
  await choice(page, "Level played").selectOption("Level 8");
  await expect(cell(page, "F_D")).not.toHaveClass(/made/);
  await expect(cell(page, "F_D")).toHaveAccessibleName("You, 8 Diamonds: 7 tricks, fails. Play it.");
  await expect(page.locator(".panel .wide .main")).toHaveText("Play 8");
  await expect(page.locator(".panel [data-discard]").first()).toHaveAccessibleName(/: 7 tricks, fails$/);
  // Gains are those of the same level.
  await openPanel(page, "toolDiscards");
  await button(page, "By gains").click();
  type Priced = { best: { gain: number }[] };
  const fields = { deal: HAND, rules: "russian", declarer: "F", contract: "8D", by: "gain" };
  const [best] = askProgram<Priced>({ ask: "talon", ...fields }).best;
  await expect(page.locator(".panel [data-row] b").first()).toHaveText(`−${-(best?.gain ?? 0)}`);
  await openPanel(page, "toolContracts");
  await cell(page, "F_D").click();
  await expect(page.locator("h1")).toHaveText("8, You");
  await expect(page.getByRole("status").first()).toContainText("0 of 8 tricks");
  await open(page, HAND, "austrian");
  await openPanel(page, "toolContracts");
  await expect(choice(page, "Level played")).toHaveCount(0);
});

test("every change of the deal can be taken back", async ({ page }) => {
  await open(page, HAND);
  const own = page.locator("main .hand .card");
  const hand = async (): Promise<(string | null)[]> =>
    own.evaluateAll((all) => all.map((one) => one.getAttribute("data-card")));
  await expect(own).toHaveCount(10);
  const before = await hand();
  await tool(page, "toolEnter").click();
  for (const name of ["toolTurn", "toolRandom", "clear"]) await tool(page, name).click();
  await expect(page.getByRole("status").first()).toContainText("Next: a card for You");
  await page.locator("[data-card=SA]").click();
  for (let steps = 0; steps < 4; steps++) await tool(page, "undo").click();
  await tool(page, "toolDone").click();
  expect(await hand()).toEqual(before);
});

test("the answer to another deal is said aloud", async ({ page }) => {
  await page.goto("/");
  const said = page.locator(".app > .unseen[role=status]");
  await expect(page.locator(".headline")).toHaveText(/You make/);
  await expect(said).toHaveText("");
  await open(page, HAND);
  await expect(said).toHaveText("You make 7 diamonds");
  await openPanel(page, "toolDiscards");
  await expect(said).toHaveText(/^Best discards in diamonds: two of nine of hearts.*: 7 tricks, makes$/);
  await openPanel(page, "toolAuction");
  await expect(said).toHaveText("You: 7 clubs");
});

test("a deal is entered by taps", async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 640 });
  await page.goto("/");
  await page.getByRole("button", { name: "Enter a deal" }).click();
  await tool(page, "clear").click();
  // A place is chosen by a tap anywhere in its row.
  const place = (name: string) => page.getByRole("region", { name, exact: true });
  for (const name of ["Right", "You"]) {
    const row = await place(name).boundingBox();
    await page.mouse.click((row?.x ?? 0) + (row?.width ?? 0) - 20, (row?.y ?? 0) + (row?.height ?? 0) / 2);
    await expect(place(name).getByRole("button", { pressed: true })).toBeVisible();
  }
  const hands = HAND.slice(2).split(" ");
  const cards = hands.flatMap((hand) =>
    hand.split(".").flatMap((ranks, suit) => [...ranks].map((rank) => `${"SHDC"[suit]}${rank}`)),
  );
  // The talon gets the last two cards by itself.
  for (const card of cards.slice(0, 30)) await page.locator(`.deck [data-card=${card}]`).click();
  await expect(page.getByRole("status").first()).toContainText("All cards are placed");
  await page.locator(".deck [data-gap=SA]").click();
  await expect(page.getByRole("status").first()).toContainText("1 left");
  await page.locator(".deck [data-card=SA]").click();
  await tool(page, "toolDone").click();
  await expect(cell(page, "F_D")).toHaveText("7");
  await page.goBack();
  await expect(page.locator(".deck")).toBeVisible();
});

const RECORD = {
  deal: HAND,
  rules: "austrian",
  calls: ["1", "pass", "2", "hold", "pass"],
  declarer: "F",
  contract: "D",
  discard: ["HA", "SA"],
  played: ["DA", "DJ", "D8", "SQ", "SK", "S9", "HJ", "HQ", "H9"],
};

test("a record is reviewed with the program's costs, and kept by the address", async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto("/");
  await tool(page, "toolContracts").click();
  await page.getByRole("button", { name: "Menu" }).click();
  await page.getByRole("button", { name: "Enter a deal" }).click();
  await page.getByLabel("Deal as text").fill(JSON.stringify(RECORD));
  type Done = { done: string; tricks_lost?: number; gain_lost?: number };
  type Review = { calls: Done[]; discard: Done; announcement: Done; decisions: Done[]; cards: Done[] };
  const review = askProgram<Review>({ ...RECORD, ask: "review" });
  const all = [...review.calls, review.discard, review.announcement, ...review.decisions, ...review.cards];
  const costs = all.flatMap(({ gain_lost: gain, tricks_lost: tricks }) =>
    gain ? [`costs ${gain} points`] : tricks ? [`costs ${tricks} trick`] : [],
  );
  const rows = page.locator(".panel tbody tr td:last-child");
  await expect(rows).toHaveText(costs.map((cost) => new RegExp(`^${cost}`)));
  const strip = page.getByRole("slider", { name: "Steps of the hand" });
  await page.getByRole("button", { name: "Next mistake" }).click();
  await expect(strip).toHaveAttribute("aria-valuetext", /Right: passes, costs 2 points/);
  await strip.press("End");
  await expect(strip).toHaveAttribute("aria-valuetext", /Trick 3: Left: jack of hearts/);
  await expect(page.getByRole("status").first()).toContainText("Trick 3, Left");
  expect(page.url()).toContain("#record=");
  await page.reload();
  await expect(rows).toHaveCount(costs.length);
  // A card that is tried beside the record is kept, too.
  const before = page.url();
  await tool(page, "toolMoves").click();
  await page.locator("main > .hand [data-card=SQ]").click();
  await expect(page).not.toHaveURL(before);
  await expect(page.locator(".panel [data-branch]").first()).toBeVisible();
  const tried = await page.locator(".panel [data-branch]").count();
  await page.reload();
  await tool(page, "toolMoves").click();
  await expect(page.locator(".panel [data-branch]")).toHaveCount(tried);
});

test("pasted lines are read as they were copied", async ({ page }) => {
  await page.goto("/");
  await page.getByRole("button", { name: "Enter a deal" }).click();
  const lines = [
    "♠ A Q J ♥ A 9 ♦ A K 9 ♣ 10 7",
    "♠ K 10 8 7 ♥ J 7 ♦ Q J ♣ Q 8",
    "♠ 9 ♥ K Q 10 8 ♦ 10 8 ♣ A J 9",
  ];
  await page.getByLabel("Deal as text").evaluate((field, text) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text/plain", text);
    field.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
  }, lines.join("\n"));
  await expect(page.locator(".deck [data-gap=SA]")).toHaveAccessibleName(/You/);
  await expect(page.locator(".deck [data-gap=SK]")).toHaveAccessibleName(/Left/);
  await expect(page.locator(".deck [data-gap=D7]")).toHaveAccessibleName(/Talon/);
  await page.getByLabel("Deal as text").fill("F:AQJ");
  await expect(page.getByRole("alert")).toContainText("Hands found: 1");
});

/** Opens each scene that stands today, one after another. */
async function eachScene(page: Page, look: (scene: string) => Promise<void>): Promise<void> {
  await page.goto("/");
  await expect(page.locator(".headline")).toHaveText(/\d|[♠♥♦♣]|makes?/);
  await look("first");
  await open(page, HAND, "hungarian");
  await openPanel(page, "toolContracts");
  await expect(cell(page, "R_slam")).toBeVisible();
  await look("contracts");
  await openPanel(page, "toolDiscards");
  await expect(page.locator(".panel [data-discard]").first()).toBeVisible();
  await look("discards");
  await openPanel(page, "toolContracts");
  await cell(page, "F_D").click();
  await expect(playable(page).first()).toBeVisible();
  await playable(page).first().click();
  await expect(page.getByRole("toolbar", { name: "Hand: Left" })).toBeVisible();
  await look("play");
  await openPanel(page, "toolMoves");
  await look("moves");
  await tool(page, "toolContracts").click();
  await tool(page, "toolEnter").click();
  await tool(page, "clear").click();
  await page.locator(".deck [data-card=SA]").click();
  await look("enter");
  await tool(page, "toolDone").click();
  await page.getByRole("button", { name: "Menu" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Cards", exact: true }).click();
  await look("cards");
  await page.getByRole("button", { name: "Menu" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Today’s puzzle", exact: true }).click();
  await expect(page.locator(".panel.puzzle h2")).toContainText("?");
  await look("puzzle");
  await tool(page, "toolSolution").click();
  await expect(page.locator(".panel.puzzle")).toContainText("Solution: ");
  await look("solved");
}

for (const [width, height] of SIZES) {
  test(`nothing overflows, and targets are large enough: ${width}×${height}`, async ({ page }) => {
    await page.setViewportSize({ width, height });
    await eachScene(page, async (scene) => {
      for (const font of ["DejaVu Sans", "DejaVu Sans Condensed"]) {
        const found = await page.evaluate((font) => {
          document.documentElement.style.setProperty("--font", `"${font}"`);
          const shown = [
            ...document.querySelectorAll<HTMLElement>(
              "main button, .tools button, .bar button, .panel button",
            ),
          ].filter((one) => one.checkVisibility({ visibilityProperty: true }));
          const inPanel = (one: HTMLElement): boolean =>
            one.closest(".panel") !== null || one.closest(".stage:has(.deck)") !== null;
          const small: string[] = [];
          const outside: string[] = [];
          for (const one of shown) {
            const { left, top, right, bottom, width, height } = one.getBoundingClientRect();
            // A touch area may be wider than what is drawn.
            const area = getComputedStyle(one, one.closest(".deck") ? "::before" : "::after");
            const grown = area.position === "absolute" && area.content === '""';
            const w = grown ? Math.max(width, parseFloat(area.width)) : width;
            const h = grown ? Math.max(height, parseFloat(area.height)) : height;
            const least = one.closest(".hand") ? 43.9 : 37.9;
            if (w < least || h < least) small.push(`${one.outerHTML.slice(0, 90)} ${w}×${h}`);
            const isIn =
              left >= -0.5 &&
              right <= innerWidth + 0.5 &&
              (inPanel(one) || (top >= -0.5 && bottom <= innerHeight + 0.5));
            if (!isIn) outside.push(`${one.outerHTML.slice(0, 90)} ${left},${top}`);
          }
          const { scrollWidth, scrollHeight } = document.documentElement;
          const clipped = [...document.querySelectorAll<HTMLElement>(".stage, .seats, .status, .panel")]
            .filter(
              (one) =>
                one.scrollWidth > one.clientWidth + 1 && one.checkVisibility({ visibilityProperty: true }),
            )
            .map((one) => `${one.className} ${one.scrollWidth}>${one.clientWidth}`);
          // The trick and the open hand are seen whole, unless a panel stands in their place.
          const stage = document.querySelector<HTMLElement>("main > .stage:not(.open)");
          const low =
            stage && stage.querySelector(".trick") && stage.scrollHeight > stage.clientHeight + 1
              ? [`stage ${stage.scrollHeight}>${stage.clientHeight}`]
              : [];
          return {
            small,
            outside,
            clipped,
            low,
            wide: scrollWidth > innerWidth,
            high: scrollHeight > innerHeight,
          };
        }, font);
        expect(found, `${scene}, ${font}`).toEqual({
          small: [],
          outside: [],
          clipped: [],
          low: [],
          wide: false,
          high: false,
        });
      }
    });
  });
}

test("hand, status and tools do not move when panels come and go or cards are played", async ({ page }) => {
  for (const [width, height] of [
    [360, 640],
    [1280, 800],
  ] as const) {
    await page.setViewportSize({ width, height });
    await open(page, HAND);
    await openPanel(page, "toolContracts");
    await cell(page, "F_D").click();
    const places = (): Promise<string> =>
      page.evaluate(() =>
        JSON.stringify(
          [".seats", ".status", "main > .hand", ".tools"].map((one) => {
            const { x, y, width, height } =
              document.querySelector(one)?.getBoundingClientRect() ?? new DOMRect();
            return [one, x, y, width, height];
          }),
        ),
      );
    await expect(playable(page).first()).toBeVisible();
    const before = await places();
    for (let cards = 0; cards < 4; cards++) {
      const moved = page.url();
      await playable(page).first().click();
      await expect(page).not.toHaveURL(moved);
      await expect(playable(page).first()).toBeVisible();
      expect(await places()).toBe(before);
    }
    await openPanel(page, "toolMoves");
    expect(await places()).toBe(before);
    await page.keyboard.press("Escape");
    expect(await places()).toBe(before);
  }
});

for (const [width, height] of [
  [360, 640],
  [1280, 800],
] as const) {
  test(`axe finds nothing: ${width}×${height}`, async ({ page }) => {
    await page.setViewportSize({ width, height });
    await eachScene(page, async (scene) => {
      for (const colorScheme of ["light", "dark"] as const) {
        await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
        // Cards that may not be played are pale on purpose: they cannot be used.
        const { violations } = await new AxeBuilder({ page }).withTags(TAGS).exclude(".card.off").analyze();
        expect(
          violations.map(({ id, nodes }) => [id, nodes[0]?.html]),
          `${scene} ${colorScheme}`,
        ).toEqual([]);
      }
    });
  });
}

test("with text of twice the size nothing is cut at 360 pixels", async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.addInitScript(() => {
    addEventListener("DOMContentLoaded", () => (document.documentElement.style.fontSize = "200%"));
  });
  await open(page, HAND);
  await openPanel(page, "toolContracts");
  await expect(cell(page, "F_D")).toBeVisible();
  const size = await page.evaluate(() => {
    const { scrollWidth, scrollHeight } = document.documentElement;
    return [scrollWidth, scrollHeight];
  });
  expect(size).toEqual([360, 740]);
  await cell(page, "F_D").scrollIntoViewIfNeeded();
  await cell(page, "F_D").click();
  await expect(playable(page).first()).toBeInViewport({ ratio: 1 });
});

test("the hand is one stop of the keyboard, and says why a card is not allowed", async ({ page }) => {
  await open(page, HAND);
  await openPanel(page, "toolContracts");
  await cell(page, "F_D").click();
  await expect(playable(page).first()).toBeVisible();
  await page.locator(".hand [data-card=SA]").focus();
  await page.keyboard.press("ArrowRight");
  await expect(page.locator(".hand [data-card=SQ]")).toBeFocused();
  await page.keyboard.press("d");
  await expect(page.locator(".hand [data-card=DA]")).toBeFocused();
  await page.keyboard.press("End");
  await expect(page.locator(".hand button").last()).toBeFocused();
  for (let times = 0; times < 4; times++) {
    await expect(page.locator(".hand button[tabindex='0']")).toHaveCount(1);
    await tool(page, "toolValues").click();
  }
  await page.locator(".hand [data-card=SA]").click();
  const left = page.getByRole("toolbar", { name: "Hand: Left" });
  await expect(left.locator("[data-card=HJ]")).toHaveAccessibleName(
    "jack of hearts, not allowed: follow spades",
  );
  await expect(left.locator("[data-card=HJ]")).toHaveAttribute("aria-disabled", "true");
  await expect(left.locator("[data-card=S7]")).toHaveAccessibleName("seven of spades, best");
  await page.keyboard.press("u");
  await expect(page.locator(".hand [data-card=SA]")).toBeVisible();
});

test("the German pack has its own signs, letters and names", async ({ page }) => {
  await open(page, HAND);
  await page.getByRole("button", { name: "Menu" }).click();
  await page.getByRole("button", { name: "German suits" }).click();
  await choice(page, "Language").selectOption("de");
  await page.keyboard.press("Escape");
  const queen = page.locator("main > .hand [data-card=SQ]");
  await expect(queen).toHaveAccessibleName("Laub-Ober");
  await expect(queen).toHaveText("O");
  await expect(queen.locator("use").first()).toHaveAttribute("href", "#leaf");
});

test("a card of every pack has a drawing", () => {
  const drawn = readFileSync("src/cards/Symbols.svelte", "utf8");
  for (const name of [
    "spade",
    "heart",
    "diamond",
    "club",
    "leaf",
    "bell",
    "acorn",
    "king",
    "queen",
    "jack",
    "ober",
    "unter",
  ])
    expect(drawn).toContain(`id="${name}"`);
  expect(readdirSync("src/cards")).toContain("Card.svelte");
});
