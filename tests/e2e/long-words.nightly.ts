import { expect, type Page } from '@playwright/test';
import { database } from './support/database.ts';
import { everyVisitor, openPage, type Visitor, visitorNames } from './support/every-page.ts';
import { teachToLook } from './support/faults-of-look.ts';
import { createProduct } from './support/goods.ts';
import { findMail } from './support/mailbox.ts';
import { beginSession } from './support/session.ts';
import { haveBought } from './support/shopping.ts';
import { test } from './support/test.ts';

// Names and texts of people may be one long word, in any alphabet. It must not make a page wider than a small phone.

const longWord = 'Rascacielos'.repeat(8);

/** Columns with texts of people that pages show. */
const columns = {
  productos: ['nombre', 'nombre_en', 'acerca_de', 'acerca_de_en', 'desarrollador', 'publisher', 'slug'],
  ediciones: ['nombre', 'nombre_en'],
  bundles: ['nombre', 'nombre_en', 'descripcion', 'descripcion_en'],
  usuarios_meta: ['display_name', 'username', 'bio'],
  resenas: ['texto', 'respuesta'],
  anuncios: ['titulo', 'texto'],
  codigos_cupones: ['codigo'],
  servidores: ['nombre'],
  llaves_api: ['nombre'],
  preguntas: ['texto', 'respuesta'],
  publicaciones: ['titulo'],
} as const;

let visitors: Visitor[];
let texts: string[];
/** Names that stand at the end of a sentence, such as `Regalo de Ana`. */
let names: string[];

/** Replaces the texts of people on a page by one word, as if they had written it. */
const lengthen = (page: Page): Promise<number> =>
  page.evaluate(
    ({ texts, names, longWord }) => {
      const known = new Set(texts);
      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      let replaced = 0;
      while (walker.nextNode()) {
        const node = walker.currentNode as Text;
        if (node.parentElement?.closest('script, style, option, noscript')) continue;
        const words = node.data.trim();
        const isWhole = known.has(words) || known.has(words.replace(/^@/, ''));
        const part = isWhole ? words : names.find((name) => words.endsWith(` ${name}`));
        if (!part) continue;
        node.data = node.data.replace(part, longWord);
        replaced += 1;
      }
      return replaced;
    },
    { texts, names, longWord },
  );

// Before the visitors' purchases, whose mails would be sent first.
test('a long word makes no mail wider than a phone', async ({ page }) => {
  const product = await createProduct({ nombre: longWord.slice(0, 80) });
  const { person } = await haveBought(page, product.slug);
  const mail = await findMail(person.email, /Rascacielos/);
  await page.setContent(mail.html);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
});

test.describe('pages', () => {
  test.beforeAll(async () => {
    visitors = await everyVisitor();
    const sql = database();
    const found = await Promise.all(
      Object.entries(columns).flatMap(([table, names]) =>
        names.map(
          (name) => sql`select distinct ${sql(name)} as text from ${sql(table)} where ${sql(name)} is not null`,
        ),
      ),
    );
    texts = found
      .flat()
      .map(({ text }) => String(text).trim())
      // The name of the shop's own account is in the header, too.
      .filter((text) => text.length >= 3 && text !== 'UnStore')
      // Packs of UnCoins are named by the shop.
      .filter((text) => !/^\d+ UnCoins$/.test(text));
    const people = await sql`select display_name from usuarios_meta where display_name <> 'UnStore'`;
    const bundles = await sql`select nombre from bundles`;
    names = [...people.map(({ display_name }) => display_name), ...bundles.map(({ nombre }) => nombre)];
  });

  for (const name of visitorNames) {
    test(`no page of ${name} overflows a phone with a long word`, async ({ page }) => {
      test.setTimeout(300_000);
      const { person, paths } = visitors.find((one) => one.name === name) as Visitor;
      await page.setViewportSize({ width: 320, height: 640 });
      await teachToLook(page);
      if (person) await beginSession(page.context(), person);
      let replaced = 0;
      for (const path of paths) {
        await test.step(path, async () => {
          await openPage(page, path);
          replaced += await lengthen(page);
          expect.soft(await page.evaluate(() => window.look.findSideways()), path).toEqual([]);
        });
      }
      expect(replaced).toBeGreaterThan(paths.length / 2);
    });
  }
});
