// @vitest-environment jsdom
import { expect, test } from 'vitest';
import { DifferenceList } from '@/components/moderation/difference-list';
import { openPlace } from '../rendered.tsx';

const { show } = openPlace();

test('a text in English says its language once', async () => {
  const differences = (['name', 'nameEn', 'legal', 'legalEn'] as const).map((field) => ({
    field,
    before: '',
    after: 'Texto',
  }));
  await show(<DifferenceList differences={differences} hasBefore={false} files={{}} />);
  const titles = [...document.querySelectorAll('h3')].map(({ textContent }) => textContent);
  expect(titles).toEqual(['Nombre', 'Nombre (Inglés)', 'Aviso legal', 'Aviso legal (Inglés)']);
});

test('a checkbox is shown as a word', async () => {
  const differences = [
    { field: 'available' as const, before: 'true', after: 'false' },
    { field: 'name' as const, before: 'false', after: 'true' },
  ];
  await show(<DifferenceList differences={differences} hasBefore files={{}} />);
  const texts = [...document.querySelectorAll('li')].map(({ textContent }) => textContent);
  expect(texts).toEqual([expect.stringMatching(/Sí.*No$/), expect.stringMatching(/false.*true$/)]);
});
