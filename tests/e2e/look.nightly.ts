import { expect, type Page } from '@playwright/test';
import { database } from './support/database.ts';
import { everyVisitor, openPage, type Visitor, visitorNames } from './support/every-page.ts';
import { teachToLook } from './support/faults-of-look.ts';
import type { Person } from './support/people.ts';
import { beginSession } from './support/session.ts';
import { test } from './support/test.ts';

/** From the smallest phone to a large screen. */
const widths = Array.from({ length: (2560 - 320) / 32 + 1 }, (_, step) => 320 + 32 * step);
/** Screen sizes at which every control is pressed. */
const screens = [
  [320, 640],
  [390, 844],
  [1366, 768],
  [1440, 900],
] as const;

let visitors: Visitor[];

test.beforeAll(async () => {
  visitors = await everyVisitor();
  // Overlays must not cover controls.
  await database()`insert into anuncios (titulo, texto, titulo_en, texto_en, desde, hasta, estado, inicio) values
    ('Torneo', 'Este sábado a las seis.', 'Tournament', 'This Saturday at six.', now() - interval '1 hour',
     now() + interval '1 day', 'publicado', now())`;
});
test.afterAll(() => database()`delete from anuncios`);

/** The faults of a page at each width, each once, with the widths at which it is seen. */
async function findFaults(page: Page): Promise<string[]> {
  const seen = new Map<string, number[]>();
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    for (const fault of await page.evaluate(() => window.look.findFaults())) {
      seen.set(fault, [...(seen.get(fault) ?? []), width]);
    }
  }
  return [...seen].map(([fault, at]) => `${fault} at ${at[0]}–${at.at(-1)} px (${at.length} widths)`);
}

async function findCovered(page: Page): Promise<string[]> {
  const faults: string[] = [];
  for (const [width, height] of screens) {
    await page.setViewportSize({ width, height });
    for (const fault of await page.evaluate(() => window.look.findCovered())) faults.push(`${fault} at ${width} px`);
  }
  return faults;
}

test('the account menu is fully visible on a small laptop, even with announcements', async ({ page }) => {
  const shopper = visitors.find(({ name }) => name === 'a shopper') as Visitor;
  await page.setViewportSize({ width: 1366, height: 768 });
  await beginSession(page.context(), shopper.person as Person);
  await openPage(page, '/plugins');
  const button = page.getByRole('button', { name: /@.*menú de la cuenta/i });
  await expect(button).toBeInViewport({ ratio: 1 });
  await button.click();
  await expect(page.getByRole('menuitem', { name: 'Cerrar sesión' })).toBeInViewport({ ratio: 1 });
});

for (const name of visitorNames) {
  test.describe(name, () => {
    test.use({ knowsRelease: 'an earlier one' });

    test('every page fits every screen width, and no control is covered', async ({ page }) => {
      test.setTimeout(600_000);
      const { person, paths } = visitors.find((one) => one.name === name) as Visitor;
      await teachToLook(page);
      if (person) await beginSession(page.context(), person);
      for (const path of paths) {
        await test.step(path, async () => {
          await openPage(page, path);
          expect.soft([...(await findFaults(page)), ...(await findCovered(page))], path).toEqual([]);
        });
      }
    });
  });
}
