import { expect, test } from 'vitest';
import { findFileUses } from '@/lib/moderation/file-uses';
import { emptyDraft, emptyEdition, type ProductDraft } from '@/lib/publish/types';

const draft = (downloadLink: string, editions: Record<string, string>): ProductDraft => ({
  ...emptyDraft,
  downloadLink,
  editions: Object.entries(editions).map(([name, link]) => ({ ...emptyEdition, key: name, name, downloadLink: link })),
});

test('every file of a product, its editions and revisions is found once', () => {
  const found = findFileUses({
    proposed: draft('a', { Oro: 'b', Plata: '' }),
    onSale: draft('c', { Oro: 'b' }),
    sentBack: draft('d', {}),
  });
  expect([...found]).toEqual([
    ['a', [{ side: 'proposed', edition: null }]],
    [
      'b',
      [
        { side: 'proposed', edition: 'Oro' },
        { side: 'onSale', edition: 'Oro' },
      ],
    ],
    ['c', [{ side: 'onSale', edition: null }]],
    ['d', [{ side: 'sentBack', edition: null }]],
  ]);
});

test('a new product has no version to compare', () => {
  expect([...findFileUses({ proposed: draft('', {}), onSale: null, sentBack: null })]).toEqual([]);
});
