// @vitest-environment jsdom
import { expect, test, vi } from 'vitest';
import { RemoveDraft } from '@/components/publish/remove-draft-client';
import { buttonOf, press } from '../form-steps.ts';
import { openPlace } from '../rendered.tsx';

vi.mock('@/components/publish/draft-transport', () => ({ deleteDraft: vi.fn() }));
vi.mock('next/navigation', () => ({ useRouter: () => ({ refresh() {} }) }));

const { show } = openPlace();

test('the question before a draft is deleted has the focus, and gives it back', async () => {
  await show(<RemoveDraft id="d1" name="Mapa" />);
  expect(document.activeElement).toBe(document.body);
  await press('Borrar el borrador');
  expect(document.activeElement?.textContent).toBe('No');
  await press('No');
  expect(document.activeElement).toBe(buttonOf('Borrar el borrador'));
});
