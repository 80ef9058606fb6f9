import { expect } from '@playwright/test';
import { everyVisitor, openPage, type Visitor, visitorNames } from './support/every-page.ts';
import { beginSession } from './support/session.ts';
import { test } from './support/test.ts';
import { askIbm, askW3c } from './support/validators.ts';

/** Intended deviations, each with its reason. */
const exceptions: RegExp[] = [
  // React writes it where it submits a form natively, and names the address where it cannot.
  /Bad value “” for attribute “action” on element “form”/,
  // Firefox restores ticks after a reload, possibly on other rows.
  /Attribute “autocomplete” is only allowed when .*type="checkbox"/s,
  // The label is the area around a checkbox that has its own name.
  /label_content_exists: .*"grid size-11 shrink-0 place-items-center"/,
  // Checkboxes of rows are grouped by the list of the rows.
  /input_checkboxes_grouped: .*data-item/,
  // The engine does not find the labels of fields in a collapsed part.
  /input_label_exists: .*name="(nameEn|aboutEn)"/,
  // Scripts insert the head of a 404. Its charset is in the response's header.
  /“charset” attribute on a “meta” element found after the first 1024 bytes/,
  // The library of charts adds its own properties to them.
  /Attribute “[^”]+” not allowed on element “(line|path|rect|text)”/,
  /Attribute “[^”]+” not allowed on element “div” .*recharts-wrapper/,
  // A scrollable table has to be reachable by keyboard, as axe requires.
  /element_tabbable_role_valid: .*overflow-x-auto/,
  // On a phone each cell of a list shows the title of its column.
  /table_headers_exists: .*max-xl:block/,
];

const without = (findings: string[]) => findings.filter((finding) => !exceptions.some((one) => one.test(finding)));

let visitors: Visitor[];
test.beforeAll(async () => {
  visitors = await everyVisitor();
});

for (const name of visitorNames) {
  test(`the W3C validator and the IBM checker find no errors on the pages of ${name}`, async ({ page }) => {
    test.setTimeout(600_000);
    const { person, paths } = visitors.find((one) => one.name === name) as Visitor;
    if (person) await beginSession(page.context(), person);
    const documents = new Map<string, string>();
    for (const path of paths) {
      await test.step(path, async () => {
        await openPage(page, path);
        // Tabs can be focused once the scripts of the page have run.
        await expect(page.locator('[role="tablist"][tabindex="-1"]')).toHaveCount(0);
        documents.set(path, `<!doctype html>${await page.evaluate(() => document.documentElement.outerHTML)}`);
        expect.soft(without(await askIbm(page)), path).toEqual([]);
      });
    }
    expect.soft(without(await askW3c(documents))).toEqual([]);
  });
}
