import AxeBuilder from '@axe-core/playwright';
import { expect, type Page, test } from '@playwright/test';

/** axe violations of the page, once its title, heading and styles are loaded. */
async function findViolations(page: Page): Promise<string[]> {
  await page.locator('h1').first().waitFor({ state: 'attached' });
  await page.waitForFunction(
    () => document.fonts.status === 'loaded' && getComputedStyle(document.body).backgroundColor !== 'rgba(0, 0, 0, 0)',
  );
  // Without legacy mode, axe opens a second page to merge the results of frames, which the shop does not have.
  // The title is checked by an assertion that waits: React replaces the element while a refresh of the page commits.
  const axe = new AxeBuilder({ page })
    .options({ resultTypes: ['violations'], rules: { 'document-title': { enabled: false } } })
    .setLegacyMode();
  const { violations } = await axe.analyze();
  await expect(page).toHaveTitle(/\S/);
  return violations.map(({ id, help, nodes }) => `${id}: ${help}\n  ${nodes.map(({ html }) => html).join('\n  ')}`);
}

/** Fails with the list of axe violations of the page. */
export async function expectNoAxeViolations(page: Page): Promise<void> {
  expect(await findViolations(page), page.url()).toEqual([]);
}

/** Opens several pages and fails at the end with all axe violations. */
export async function expectNoAxeViolationsOn(page: Page, paths: string[]): Promise<void> {
  for (const path of paths) {
    await test.step(path, async () => {
      await page.goto(path);
      await page.getByRole('heading', { level: 1 }).first().waitFor();
      expect.soft(new URL(page.url()).pathname, 'the page itself, and no other one').toBe(path.split(/[?#]/)[0]);
      // The page of a payment changes its heading once the payment is verified.
      await expect(page.getByRole('main').getByRole('heading', { name: /^verif(icando|ying)/i })).toHaveCount(0);
      expect.soft(await findViolations(page), path).toEqual([]);
    });
  }
}
