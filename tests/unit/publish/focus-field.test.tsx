// @vitest-environment jsdom
import { expect, test, vi } from 'vitest';
import { Bundles } from '@/components/publish/bundles-client';
import { Editions } from '@/components/publish/editions-client';
import { FieldErrors } from '@/components/publish/field-errors';
import { focusField } from '@/components/publish/focus-field';
import { GalleryInput } from '@/components/publish/gallery-input-client';
import { ProductTexts } from '@/components/publish/product-texts-client';
import { emptyDraft, emptyEdition } from '@/lib/publish/types';
import { openPlace } from '../rendered.tsx';

vi.mock('@/components/publish/use-own-choices', () => ({
  useOwnChoices: () => ({ found: [], hasFailed: false, isNone: false }),
}));

const { show } = openPlace();
const draft = {
  ...emptyDraft,
  editions: [{ ...emptyEdition, key: 'e', reservation: true }],
};
const none = { found: [], chosen: [], isMore: false };
const own = { first: { pack: none, base: none }, known: [], learn: () => {}, without: null } as never;

async function showForm(wrong: string) {
  await show(
    <FieldErrors value={(field) => (field === wrong ? 'No vale.' : undefined)}>
      <ProductTexts draft={draft} change={() => {}} />
      <GalleryInput value={[]} onChange={() => {}} />
      <Editions value={draft.editions} rates={{} as never} onChange={() => {}} />
      <Bundles value={[]} own={own} onChange={() => {}} />
    </FieldErrors>,
  );
  await expect.poll(() => document.querySelectorAll('[contenteditable]').length).toBe(2);
}

test('each field and group has an id of its own, and only fields have a name', async () => {
  await showForm('editions');
  const ids = [...document.querySelectorAll('[id]')].map(({ id }) => id);
  expect(ids).toEqual(expect.arrayContaining(['description', 'editions', 'bundles', 'images']));
  expect(ids).toEqual([...new Set(ids)]);
  expect(document.querySelectorAll('div[name]')).toHaveLength(0);
});

test.each([
  ['description', 'description'],
  ['descriptionEn', 'descriptionEn'],
  ['images', 'images'],
  ['images.2.url', 'images'],
  ['editions', 'editions'],
  ['editions.0.releaseDate', 'editions.0.releaseDate'],
  ['bundles', 'bundles'],
])('the error of %s leads to its fields, which say it', async (path, shownAt) => {
  await showForm(shownAt);
  focusField(path);
  const { activeElement } = document;
  expect(activeElement).not.toBe(document.body);
  const described = (activeElement?.getAttribute('aria-describedby') ?? '').split(' ');
  expect(described.map((id) => document.getElementById(id)?.textContent)).toContain('No vale.');
  expect(activeElement?.closest('details')?.open ?? true).toBe(true);
});
