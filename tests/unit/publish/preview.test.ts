import { expect, test } from 'vitest';
import { previewCard, previewProduct } from '@/lib/publish/preview';
import { emptyDraft, emptyEdition } from '@/lib/publish/types';

const creator = { displayName: 'Forjabit', username: 'forjabit', avatarUrl: '/default-avatar.webp', verified: true };

test.each([
  ['a future date', '2999-01-01', true],
  ['no date', '', true],
  ['a past date', '2020-01-01', false],
])('a preorder with %s is previewed as on its page', (_when, releaseDate, reservation) => {
  const edition = { ...emptyEdition, key: 'oro', name: 'Oro', price: '20', reservation: true };
  const draft = { ...emptyDraft, price: '10', reservation: true, releaseDate, editions: [edition] };
  const card = previewCard(draft, creator, 'Sin nombre', 'es');
  expect(card).toMatchObject({ reservation });
  expect(previewProduct(card, draft, [], 'es')).toMatchObject({ reservation, editions: [{ reservation }] });
});
