// @vitest-environment jsdom
import { expect, test } from 'vitest';
import { QueueFilterForm } from '@/components/moderation/queue-filter-form';
import type { QueueFilter } from '@/lib/moderation/queue-filter';
import { openPlace } from '../rendered.tsx';

const { show } = openPlace();
const all: QueueFilter = { search: '', kind: null, whose: null, days: null, after: null };
const select = (name: string) => document.querySelector(`select[name="${name}"]`) as HTMLSelectElement;

test('the filters of a list follow the address that a link has opened', async () => {
  await show(<QueueFilterForm filter={all} />);
  expect(select('tipo').value).toBe('');
  await show(<QueueFilterForm filter={{ ...all, kind: 'nueva', days: '7' }} />);
  expect([select('tipo').value, select('dias').value]).toEqual(['nueva', '7']);
  await show(<QueueFilterForm filter={all} />);
  expect([select('tipo').value, select('dias').value]).toEqual(['', '']);
});
