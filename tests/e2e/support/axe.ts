import AxeBuilder from '@axe-core/playwright';
import { expect, type Page, test } from '@playwright/test';

/** What axe finds wrong on the page, once it has its title, its heading and its styles. */
async function findViolations(page: Page): Promise<string[]> {
  await page.locator('h1').first().waitFor({ state: 'attached' });
  await page.waitForFunction(
    () =>
      document.title !== '' &&
      document.fonts.status === 'loaded' &&
      getComputedStyle(document.body).backgroundColor !== 'rgba(0, 0, 0, 0)',
  );
  // Legacy mode opens no second page to put the findings of frames together: the shop has no frames.
  const axe = new AxeBuilder({ page }).options({ resultTypes: ['violations'] }).setLegacyMode();
  const { violations } = await axe.analyze();
  return violations.map(({ id, help, nodes }) => `${id}: ${help}\n  ${nodes.map(({ html }) => html).join('\n  ')}`);
}

/** Fails with the list of what axe finds wrong on the page. */
export async function expectNoAxeViolations(page: Page): Promise<void> {
  expect(await findViolations(page), page.url()).toEqual([]);
}

/** Opens one page after the other and fails, after the last, with what axe finds wrong on any of them. */
export async function expectNoAxeViolationsOn(page: Page, paths: string[]): Promise<void> {
  for (const path of paths) {
    await test.step(path, async () => {
      await page.goto(path);
      await page.getByRole('heading', { level: 1 }).first().waitFor();
      expect.soft(new URL(page.url()).pathname, 'the page itself, and no other one').toBe(path.split(/[?#]/)[0]);
      // A payment's result is shown once it has been asked for.
      await expect(page.getByRole('main').getByRole('heading', { name: /^verif(icando|ying)/i })).toHaveCount(0);
      expect.soft(await findViolations(page), path).toEqual([]);
    });
  }
}
