// @vitest-environment jsdom
import { act, useState } from 'react';
import { expect, it, vi } from 'vitest';
import { StepInformation } from '@/components/publish/step-information-client';
import { loadTransliterate } from '@/lib/publish/slug';
import { emptyDraft, type ProductDraft } from '@/lib/publish/types';
import { openPlace } from '../rendered.tsx';

vi.mock('@/components/publish/rich-text-client', () => ({ RichText: () => null }));
const { show } = openPlace();

function Form({ start = {} }: { start?: Partial<ProductDraft> }) {
  const [draft, setDraft] = useState({ ...emptyDraft, ...start });
  return (
    <StepInformation
      isNew
      rates={{ club: 30, join: 390, share: 20, paypal: 8 }}
      draft={draft}
      change={(part) => setDraft((before) => ({ ...before, ...part }))}
    />
  );
}
const input = (name: string) => document.querySelector<HTMLInputElement>(`input[name=${name}]`) as HTMLInputElement;
async function type(name: string, text: string) {
  await act(async () => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input(name), text);
    input(name).dispatchEvent(new Event('input', { bubbles: true }));
  });
}
async function open(start?: Partial<ProductDraft>) {
  await show(<Form start={start} />);
  await act(async () => void (await loadTransliterate()));
}

it('a name in any script proposes an address, until one is typed', async () => {
  await open();
  await type('name', '地图包');
  expect(input('slug').value).toBe('di-tu-bao');
  await type('name', 'Straße');
  expect(input('slug').value).toBe('strasse');
  await type('name', '🔥🔥');
  expect(input('slug').value).toMatch(/^producto-[0-9a-z]{1,4}$/);
  await type('name', 'Дракон');
  expect(input('slug').value).toBe('drakon');
  await type('slug', 'Мой дракон');
  expect(input('slug').value).toBe('moy-drakon');
  await type('name', 'Otro');
  expect(input('slug').value).toBe('moy-drakon');
});

it('invalid characters are refused with a message', async () => {
  await open();
  await type('slug', 'mapa');
  await type('slug', 'mapa🔥');
  expect(input('slug').value).toBe('mapa');
  expect(input('slug').getAttribute('aria-invalid')).toBe('true');
  expect(document.body.textContent).toContain('La dirección solo lleva minúsculas, números y guiones sueltos.');
  await type('slug', 'mapas');
  expect(input('slug').getAttribute('aria-invalid')).toBeNull();
});

it.each([
  ['taken from a file', { name: '地图包' }, 'di-tu-bao'],
  ['typed before the transliteration has loaded', { name: 'Straße', slug: 'strae' }, 'strasse'],
  ['with an address of its own', { name: 'Straße', slug: 'mi-calle' }, 'mi-calle'],
  ['that is empty', {}, ''],
])('for a name %s the form proposes an address', async (_what, start, slug) => {
  await open(start);
  expect(input('slug').value).toBe(slug);
});
