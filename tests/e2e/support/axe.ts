import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/** Fails with the list of what axe finds wrong on the page, once it has its heading and its styles. */
export async function expectNoAxeViolations(page: Page): Promise<void> {
  await page.locator('h1').first().waitFor({ state: 'attached' });
  await page.waitForFunction(
    () => document.fonts.status === 'loaded' && getComputedStyle(document.body).backgroundColor !== 'rgba(0, 0, 0, 0)',
  );
  const { violations } = await new AxeBuilder({ page }).analyze();
  const found = violations.map(
    ({ id, help, nodes }) => `${id}: ${help}\n  ${nodes.map(({ html }) => html).join('\n  ')}`,
  );
  expect(found, page.url()).toEqual([]);
}
