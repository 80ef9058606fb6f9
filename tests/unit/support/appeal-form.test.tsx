// @vitest-environment jsdom
import { expect, test, vi } from 'vitest';
import { AppealForm } from '@/components/account/appeal-form-client';
import { openPlace } from '../rendered.tsx';

vi.mock('@/lib/moderation/reports/action', () => ({ sendAppeal: vi.fn() }));
const { show } = openPlace();

test('an appeal that waits for its answer is shown in place of the form', async () => {
  await show(<AppealForm userId="u1" supportEmail="s@example.com" open={null} />);
  expect(document.querySelector('textarea')).not.toBeNull();
  await show(<AppealForm key="sent" userId="u1" supportEmail="s@example.com" open="Fue mi hermano." />);
  expect(document.querySelector('textarea')).toBeNull();
  expect(document.body.textContent).toContain('Fue mi hermano.');
  expect(document.body.textContent).toContain('La hemos recibido.');
});
