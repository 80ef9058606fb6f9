// @vitest-environment jsdom
import { act } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Editor } from '@/components/publish/editor-client';
import { emptyDraft, emptyEdition } from '@/lib/publish/types';
import { field } from '../form-steps.ts';
import { openPlace } from '../rendered.tsx';

const { sent } = vi.hoisted(() => ({ sent: vi.fn() }));
vi.mock('@/lib/publish/action', () => ({ sendToReview: sent }));
vi.mock('@/components/publish/step-information-client', () => ({ StepInformation: () => null }));
vi.mock('@/components/publish/step-visuals-client', () => ({ StepVisuals: () => null }));
vi.mock('@/components/publish/editor-side-client', () => ({ EditorSide: () => null }));
vi.mock('@/components/publish/file-input-client', () => ({ FileInput: () => null }));
vi.mock('@/components/publish/many-files-client', () => ({ ManyFiles: () => null }));
vi.mock('@/components/publish/part-texts-client', () => ({
  EditionCover: () => null,
  EditionIncludes: () => null,
  EditionNames: () => null,
}));
vi.mock('@/components/publish/bundles-client', () => ({ Bundles: () => null }));
vi.mock('@/components/publish/use-own-choices', () => ({
  useOwnChoices: () => ({ found: [], hasFailed: false, isNone: false }),
}));
vi.mock('@/components/publish/use-draft', () => ({
  useDraft: ({ initial }: { initial: unknown }) => ({ draft: initial, pause: async () => ({}), resume() {} }),
}));
vi.mock('@/components/publish/draft-notice-client', () => ({ DraftNotice: () => null, DraftState: () => null }));
vi.mock('next/navigation', () => ({
  useRouter: () => ({ push() {}, refresh() {} }),
  useSearchParams: () => new URLSearchParams(),
  unstable_isUnrecognizedActionError: () => false,
}));

const { show } = openPlace();

/** What jsdom, which has no parts of a date, never says: a date is half typed, or does not exist. */
const typeHalf = (date: HTMLInputElement, isHalf: boolean) =>
  Object.defineProperty(date, 'validity', { value: { badInput: isHalf }, configurable: true });

const submit = () =>
  act(async () => {
    document.querySelector('form')?.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }));
    await new Promise(requestAnimationFrame);
  });

beforeEach(() => {
  Element.prototype.scrollTo = () => {};
  sent.mockReset().mockResolvedValue({ ok: false, error: 'fallo' });
});
afterEach(() => history.replaceState(null, '', '/'));

const none = { found: [], chosen: [], isMore: false };
const reserved = {
  ...emptyDraft,
  editions: [{ ...emptyEdition, key: 'k', name: 'Oro', reservation: true }],
};

test('an edition whose date does not exist is not sent, and its step shows the date', async () => {
  const creator = { id: 'u1', name: 'Ana' } as never;
  const rates = { club: 30, join: 390, share: 20, paypal: 8 };
  await show(
    <Editor creator={creator} initial={reserved} kept={null} own={{ base: none, pack: none }} rates={rates} />,
  );
  const date = field('Fecha de lanzamiento');
  const shownWhileReported: boolean[] = [];
  vi.spyOn(date, 'reportValidity').mockImplementation(() => {
    shownWhileReported.push(date.closest('[role=tabpanel]')?.getAttribute('data-state') === 'active');
    return false;
  });
  typeHalf(date, true);
  await submit();
  expect([sent.mock.calls.length, shownWhileReported]).toEqual([0, [true]]);
  typeHalf(date, false);
  await submit();
  expect(sent).toHaveBeenCalledOnce();
});
