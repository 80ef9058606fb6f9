import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { locales } from '@/lib/core/i18n/locales';
import { isPage } from '@/lib/gates/pages';
import { legalPages, legalPath } from '@/lib/legal/pages';
import { renderLegalText } from '@/lib/legal/render';
import en from '@/messages/en.json';
import es from '@/messages/es.json';

const folder = join(import.meta.dirname, '../../../content/legal');
const textOf = (locale: string, page: string) => readFile(join(folder, locale, `${page}.md`), 'utf8');
const facts = {
  seller: 'Tienda, S. L.',
  taxId: 'B12345674',
  address: 'Calle Mayor 1, Madrid',
  email: 'ayuda@unstore.example',
  site: 'unstore.example',
};

describe.each(locales)('the legal texts in %s', (locale) => {
  test('have one file per page', async () => {
    expect((await readdir(join(folder, locale))).sort()).toEqual(legalPages.map((page) => `${page}.md`).sort());
  });

  test.each(legalPages)('have %s with a title, complete and without placeholders', async (page) => {
    const html = renderLegalText(await textOf(locale, page), facts, '¡falta!');
    expect(html.match(/<h1>/g)).toHaveLength(1);
    expect(html).not.toMatch(/\{\{|\}\}|¡falta!/);
    // Internal links of the text exist.
    for (const [, path] of html.matchAll(/href="(\/[^"]*)"/g)) expect(isPage(path ?? ''), path).toBe(true);
  });

  test("contain the seller's data where the law requires it", async () => {
    for (const page of ['notice', 'terms', 'privacy'] as const) {
      const html = renderLegalText(await textOf(locale, page), facts, '¡falta!');
      for (const fact of [facts.seller, facts.taxId, facts.address, facts.email]) expect(html, page).toContain(fact);
    }
  });

  test('have the same sections as in the other languages', async () => {
    for (const page of legalPages) {
      const [own, spanish] = [await textOf(locale, page), await textOf('es', page)];
      expect(own.match(/^## /gm)?.length, page).toBe(spanish.match(/^## /gm)?.length);
    }
  });
});

describe('promotional mails', () => {
  const words = {
    es: {
      correo_producto_nuevo: 'creadores a los que sigues',
      correo_favoritos: 'tus favoritos',
      correo_anuncios: 'anuncios de la tienda',
      correo_version_nueva: 'versiones nuevas',
      correo_resenas: 'valoraciones',
      correo_publicaciones: 'publicaciones de quienes sigues',
      correo_preguntas: 'preguntas',
      correo_resumen: 'resumen del día',
    },
    en: {
      correo_producto_nuevo: 'creators you follow',
      correo_favoritos: 'your favourites',
      correo_anuncios: 'announcements of the shop',
      correo_version_nueva: 'new versions',
      correo_resenas: 'reviews',
      correo_publicaciones: 'posts of whom you follow',
      correo_preguntas: 'questions',
      correo_resumen: 'summary of the day',
    },
  };

  test.each(locales)('need consent if they are off by default, and only then, in %s', async (locale) => {
    const schema = await readFile(join(folder, '../../supabase/schemas/26_notifications.sql'), 'utf8');
    const columns = [...schema.matchAll(/^ {2}(correo_\w+) boolean not null default (true|false)/gm)];
    expect(columns.map(([, column]) => column).sort()).toEqual(Object.keys(words.es).sort());
    const rows = (await textOf(locale, 'privacy')).split('\n').filter((row) => /^\| (?:Correos|E-mails) /.test(row));
    for (const [, column, isOn] of columns) {
      const row = rows.find((text) => text.includes(words[locale][column as keyof (typeof words)['es']]));
      expect(row, column).toMatch(isOn === 'true' ? /6(?:\.1\.|\(1\)\()f/ : /6(?:\.1\.|\(1\)\()a/);
    }
  });
});

test.each([
  ['es', /De lo que pagas con dinero recibes una factura.*UnCoins/],
  ['en', /For what you pay in money you receive an invoice.*UnCoins/],
])('the terms in %s promise an invoice only for what is paid in money', async (locale, promise) => {
  expect(await textOf(locale, 'terms')).toMatch(promise);
});

test.each([
  ['es', /con cuenta es suyo en cuanto se entrega/, /con enlace puedes recuperarlo/],
  ['en', /with an account is theirs as soon as it is delivered/, /by link can be taken back/],
])(
  'the terms in %s promise money back only for gifts that wait for their day or for their link',
  async (locale, ...promises) => {
    const gifts = (await textOf(locale, 'terms')).split('\n').find((line) => /\*\*(regalos|Gifts)\*\*/.test(line));
    for (const promise of promises) expect(gifts).toMatch(promise);
  },
);

test.each([
  [
    'es',
    /no quién eres/,
    /^- Los \*\*creadores\*\* .*número del pedido.*nombre de Minecraft.*copia marcada.*nombre visible/m,
  ],
  [
    'en',
    /not who you are/,
    /^- The \*\*creators\*\* .*number of the order.*Minecraft name.*stamped copy.*display name/m,
  ],
])('the privacy policy in %s names creators among the recipients of data', async (locale, denial, recipients) => {
  const text = await textOf(locale, 'privacy');
  expect(text).not.toMatch(denial);
  expect(text).toMatch(recipients);
});

test.each([
  ['es', es],
  ['en', en],
] as const)('the refund terms in %s name the form of the shop for a withdrawal', async (locale, messages) => {
  expect(await textOf(locale, 'refunds')).toContain(messages.help.topics.reembolso);
  expect(messages.support.clubCancelA).toContain('14');
});

test('the deletion of an account explains the content of kept invoices', () => {
  expect(es.settings.deleteIntro).toContain('correo');
  expect(en.settings.deleteIntro).toContain('e-mail');
});

test('every legal page exists, with a title in both catalogues', () => {
  for (const page of legalPages) {
    expect([es.legal.pages[page], en.legal.pages[page]]).toEqual([expect.any(String), expect.any(String)]);
    expect(isPage(legalPath(page))).toBe(true);
  }
  expect(isPage('/legal/other')).toBe(false);
});

test('a wide table scrolls in a frame that the keyboard reaches', () =>
  expect(renderLegalText('| a | b |\n|---|---|\n| 1 | 2 |', facts, '')).toMatch(
    /^<div class="wide" tabindex="0"><table>[\s\S]*<\/table><\/div>\s*$/,
  ));

describe('a value inserted into a legal text', () => {
  test('is escaped', () => {
    const html = renderLegalText('{{seller}} {{email}}', { ...facts, seller: '<b onclick="x">A & B</b>' }, '');
    expect(html).toContain('&lt;b onclick=&quot;x&quot;&gt;A &amp; B&lt;/b&gt;');
    expect(html).toContain('<a href="mailto:ayuda@unstore.example">ayuda@unstore.example</a>');
  });

  test('leads to a mail only if it is the address, which cannot end its attribute', () => {
    const html = renderLegalText('{{seller}} {{email}}', { ...facts, email: 'a"onclick="b@x.example' }, '');
    expect(html).toContain('href="mailto:a%22onclick=%22b@x.example"');
    expect(html.match(/<a /g)).toHaveLength(1);
  });

  test('is marked if unknown', () => {
    expect(renderLegalText('NIF {{taxId}}', { ...facts, taxId: ' ' }, 'pendiente')).toContain('<mark>pendiente</mark>');
  });

  test('causes an error for an unknown name', () => {
    expect(() => renderLegalText('{{toString}}', facts, '')).toThrow('toString');
  });
});
