import { card, cell, enter, expect, HAND, test } from "./page";

/** Writes the pictures of the README. Run it after changes of the page. */
test.skip(process.env["PICTURES"] === undefined, "PICTURES=1 writes the pictures of docs/page");

for (const [name, width, height, scheme, language] of [
  ["desktop", 1280, 900, "light", "en"],
  ["desktop-dark", 1280, 900, "dark", "de"],
  ["phone", 390, 844, "light", "ru"],
  ["phone-dark", 390, 844, "dark", "hu"],
] as const) {
  test(`pictures of ${name}`, async ({ page }) => {
    await page.setViewportSize({ width, height });
    await page.emulateMedia({ colorScheme: scheme });
    const save = async (what: string): Promise<void> => {
      await page.screenshot({ path: `../docs/page/${name}-${what}.png` });
    };
    await page.goto("/");
    await enter(page, HAND);
    await expect(page.locator("[data-call]").first()).toBeVisible();
    await page.getByLabel("Language").selectOption(language);
    await expect(page.locator("html")).toHaveAttribute("lang", language);
    if (name !== "phone-dark") await save("deal");
    else {
      await page.locator('th[scope="row"] button').first().click();
      await expect(page.locator("[data-discard]")).toHaveCount(66);
      await page.locator(".two").evaluate((discards) => discards.scrollIntoView());
      await save("discards");
    }
    await cell(page, "F_D").click();
    for (const one of ["SA", "ST", "SQ"]) await card(page, one).click();
    await expect(page.locator('[data-line="better"] button').first()).toBeVisible();
    await page.locator('[data-line="better"] button').nth(3).click();
    await page.locator('[data-move="SQ"]').click();
    await expect(page.locator('[data-line="better"] button').first()).toBeVisible();
    if (width < 500)
      await page
        .locator("main h2")
        .first()
        .evaluate((title) => title.scrollIntoView());
    await save("play");
  });
}
