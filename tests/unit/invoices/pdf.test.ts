import { readFile } from 'node:fs/promises';
import { createTranslator } from 'next-intl';
import { extractText, extractTextItems, getDocumentProxy } from 'unpdf';
import { describe, expect, it } from 'vitest';
import { type InvoiceTexts, renderInvoice } from '@/lib/orders/invoices/pdf';
import type { Invoice } from '@/lib/orders/invoices/types';

const messages = JSON.parse(await readFile('messages/es.json', 'utf8'));
const t = createTranslator({ locale: 'es', messages, namespace: 'invoice' }) as unknown as InvoiceTexts;
const invoice = (change: Partial<Invoice>): Invoice => ({
  number: '2026-000001',
  issuedAt: '2026-11-20T10:00:00Z',
  locale: 'es',
  rectifies: null,
  undoes: null,
  seller: { name: 'UnStore Contenidos Digitales, S. L.', taxId: 'B12345674', address: 'Calle Mayor 1, 28013 Madrid' },
  buyer: { name: 'Ana', email: 'ana@ejemplo.test' },
  concept: 'Domador',
  edition: null,
  lines: [{ concept: 'base', cents: 999, percent: null, name: null }],
  method: 'tarjeta',
  vatPercent: 21,
  baseCents: 826,
  vatCents: 173,
  totalCents: 999,
  consent: null,
  ...change,
});

async function read(change: Partial<Invoice>) {
  const pdf = await getDocumentProxy(new Uint8Array(await renderInvoice(invoice(change), t)));
  const { text } = await extractText(pdf, { mergePages: true });
  const { items } = await extractTextItems(pdf);
  return { text: text.replaceAll(/\s+/g, ' '), edge: Math.max(...items.flat().map(({ x, width }) => x + width)) };
}

describe('names on an invoice', () => {
  it.each(['Łucja Żak', 'Ştefan Țîrlea', 'Nguyễn Thị Hương', 'Ελένη Παπαδοπούλου', 'Олексій Їжак', 'Ünal Şahin'])(
    'such as %s are readable',
    async (name) => {
      const { text } = await read({ buyer: { name, email: null }, concept: `Mapa de ${name}`, edition: name });
      expect(text).toContain(`Mapa de ${name} (${name})`);
      expect(text.split(name)).toHaveLength(4);
    },
  );

  it('have a visible replacement for each character without a glyph', async () => {
    const { text } = await read({ buyer: { name: '王小明 Wang 👩‍🚀', email: null } });
    expect(text).toContain('□□□ Wang □');
  });

  it('are wrapped without a hyphen', async () => {
    const word = 'Donaudampfschifffahrtsgesellschaftskapitänsmützenständerhersteller'.repeat(2);
    const { text, edge } = await read({
      buyer: { name: word, email: `${word.slice(0, 60)}@ejemplo.test` },
      concept: word,
    });
    expect(text.replaceAll(' ', '').split(word)).toHaveLength(3);
    expect(edge).toBeLessThan(595 - 47);
  });

  it('are printable and wrapped in the line of an upgraded edition', async () => {
    const name = `王 ${'Rascacielos'.repeat(10)}`;
    const { text, edge } = await read({ lines: [{ concept: 'mejora', cents: -500, percent: null, name }] });
    expect(text.replaceAll(' ', '')).toContain(`Ediciónanterior:□${'Rascacielos'.repeat(10)}`);
    expect(edge).toBeLessThan(595 - 47);
  });
});

it('an invoice of a Club plan change shows its price, the credit and the paid amount', async () => {
  const line = { percent: null, name: null };
  const lines = [
    { ...line, concept: 'base', cents: 3978 },
    { ...line, concept: 'credito_club', cents: -195 },
  ];
  const { text } = await read({ concept: 'UnStore Club, anual', lines, totalCents: 3783 });
  expect(text).toMatch(/39,78 € Tiempo pagado y no usado del plan anterior -1,95 €/);
  expect(text).toMatch(/Total 37,83 €/);
});

it('an invoice is rendered with identical bytes each time', async () => {
  const [first, second] = [await renderInvoice(invoice({}), t), await renderInvoice(invoice({}), t)];
  expect(first.equals(second)).toBe(true);
});

it('a credit note is not called a paid invoice', async () => {
  const { text } = await read({ number: 'R2026-000001', rectifies: '2026-000001', totalCents: -999 });
  expect(text).toContain('Factura rectificativa R2026-000001 de un pago con tarjeta');
  expect(text).not.toMatch(/Pagado con|Factura R2026/);
});
