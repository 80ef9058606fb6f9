import { chromium, expect } from '@playwright/test';
import { browserOptions } from '../../scripts/tools/browser.ts';
import { everyVisitor, openPage, type Visitor, visitorNames } from './support/every-page.ts';
import { teachToLook } from './support/faults-of-look.ts';
import { beginSession } from './support/session.ts';
import { test } from './support/test.ts';

let visitors: Visitor[];
test.beforeAll(async () => {
  visitors = await everyVisitor();
});

for (const name of visitorNames) {
  test(`pages of ${name} fit a phone with a font size of 32 px`, async ({ baseURL }) => {
    test.setTimeout(600_000);
    const { person, paths } = visitors.find((one) => one.name === name) as Visitor;
    const options = browserOptions();
    const browser = await chromium.launch({
      ...options,
      // A browser setting of the user.
      args: [...(options.args ?? []), '--blink-settings=defaultFontSize=32'],
    });
    const viewport = { width: 390, height: 844 };
    const page = await browser.newPage({ baseURL, viewport, locale: 'es-ES', reducedMotion: 'reduce' });
    await teachToLook(page);
    if (person) await beginSession(page.context(), person);
    for (const path of paths) {
      await test.step(path, async () => {
        await openPage(page, path);
        expect.soft(await page.evaluate(() => window.look.findFaults()), path).toEqual([]);
      });
    }
    await browser.close();
  });

  test.describe(() => {
    test.use({ contextOptions: { reducedMotion: 'reduce', forcedColors: 'active' } });

    test(`controls and stars of pages of ${name} are visible in forced colours`, async ({ page }) => {
      test.setTimeout(600_000);
      const { person, paths } = visitors.find((one) => one.name === name) as Visitor;
      await teachToLook(page);
      if (person) await beginSession(page.context(), person);
      for (const path of paths) {
        await test.step(path, async () => {
          await openPage(page, path);
          expect.soft(await page.evaluate(() => window.look.findColourless()), path).toEqual([]);
        });
      }
    });
  });
}

test('the login page shows a message in a browser without cookies', async ({ page }) => {
  await page.addInitScript(() => Object.defineProperty(Navigator.prototype, 'cookieEnabled', { get: () => false }));
  await page.goto('/login');
  await expect(page.getByRole('alert').filter({ hasText: 'Tu navegador no guarda cookies' })).toBeVisible();
});
