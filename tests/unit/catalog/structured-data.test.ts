import { describe, expect, test } from 'vitest';
import type { Post } from '@/lib/catalog/posts';
import { listJsonLd, postJsonLd, questionsJsonLd } from '@/lib/catalog/seo/json-ld';
import type { Product } from '@/lib/catalog/types';
import { checkStructuredData } from '../../e2e/support/structured-data.ts';

const page = (...data: string[]) => data.map((one) => `<script type="application/ld+json">${one}</script>`).join('');
const check = (...data: object[]) => checkStructuredData(page(...data.map((one) => JSON.stringify(one))));

describe('the check of structured data', () => {
  test('reports a product without a price, an incomplete list, and invalid JSON', async () => {
    const product = { '@context': 'https://schema.org', '@type': 'Product', name: 'Torre', image: ['/a.jpg'] };
    const list = { '@context': 'https://schema.org', '@type': 'ItemList', itemListElement: [{ '@type': 'ListItem' }] };
    const { types, errors } = await check(product, list);
    expect(types).toEqual(['Product', 'ItemList']);
    expect(errors).toContainEqual(expect.stringMatching(/^Product: .*"offers" is missing$/));
    expect(errors).toContainEqual(expect.stringMatching(/^ItemList\.itemListElement: .*"position" is missing$/));
    expect((await checkStructuredData(page('{"@type": "Product"'))).errors).toEqual([
      'jsonld: Could not parse JSON-LD',
    ]);
  });

  test('reports nothing for a list of products and for questions', async () => {
    const products = [{ slug: 'a', name: 'A' }] as Product[];
    const times = { at: '2026-01-01T00:00:00Z', answeredAt: '2026-01-02T00:00:00Z' };
    const question = { text: '¿Va?', author: 'Ana', answer: 'Sí', ...times };
    expect(
      await check(
        listJsonLd('https://shop.test', 'es', 'Plugins', products),
        questionsJsonLd('https://shop.test', 'es', '/p/a/questions', [question]),
      ),
    ).toEqual({ types: ['ItemList', 'FAQPage'], errors: [] });
  });
});

test('the dates of questions and posts are those of ISO 8601, not the text of the database', () => {
  const [at, later] = ['2026-01-01 10:00:00.123456+00', '2026-01-02 10:00:00+00'];
  const question = { text: '¿Va?', author: 'Ana', answer: 'Sí', at, answeredAt: later };
  expect(questionsJsonLd('https://shop.test', 'es', '/p/a/questions', [question])).toMatchObject({
    mainEntity: [
      { datePublished: '2026-01-01T10:00:00.123Z', acceptedAnswer: { datePublished: '2026-01-02T10:00:00.000Z' } },
    ],
  });
  const post = { id: 'a', title: 'Torre', at, editedAt: later, author: { displayName: 'Ana' } } as Post;
  expect(postJsonLd('https://shop.test', 'es', post)).toMatchObject({
    datePublished: '2026-01-01T10:00:00.123Z',
    dateModified: '2026-01-02T10:00:00.000Z',
  });
});
