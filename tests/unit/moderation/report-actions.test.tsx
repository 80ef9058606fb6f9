// @vitest-environment jsdom
import { expect, test, vi } from 'vitest';
import { ReportActions } from '@/components/moderation/report-actions-client';
import { openPlace } from '../rendered.tsx';

vi.mock('@/lib/moderation/reports/action', () => ({
  actOnReport: vi.fn(),
  askInReport: vi.fn(),
  settleReport: vi.fn(),
}));
vi.mock('next/navigation', async (original) => ({ ...(await original()), useRouter: () => ({ refresh: vi.fn() }) }));

const { show } = openPlace();

test.each([
  ['producto', 'Preguntar a su autor', 'Vetar a su autor'],
  ['usuario', 'Preguntar a esta persona', 'Vetar a esta persona'],
] as const)('the acts about a report of a %s name whom they concern', async (kind, ...names) => {
  await show(<ReportActions id="r" kind={kind} name="Ana" isAdmin />);
  const offered = [...document.querySelectorAll('option')].map(({ textContent }) => textContent);
  expect(offered).toEqual(expect.arrayContaining([...names]));
});
