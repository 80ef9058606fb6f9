// @vitest-environment jsdom
import { expect, test, vi } from 'vitest';
import { QuestionButton } from '@/components/questions/question-button-client';
import { toast } from '@/components/ui/toast';
import { press } from '../form-steps.ts';
import { openPlace } from '../rendered.tsx';

vi.mock('@/components/ui/toast', () => ({ toast: vi.fn() }));
vi.mock('@/lib/questions/action', () => ({
  deleteQuestionAction: async () => ({ done: true }),
  setQuestionAsideAction: async () => ({ done: true }),
}));
vi.mock('next/navigation', async (original) => ({
  ...(await original<object>()),
  useRouter: () => ({ refresh() {} }),
  usePathname: () => '/',
}));

const { show } = openPlace();

test('whoever deletes a question is told that it is gone', async () => {
  await show(<QuestionButton id="1" text="¿Va con Paper?" act="delete" />);
  await press('Borrar');
  await expect.poll(() => vi.mocked(toast).mock.calls).toEqual([['success', 'Pregunta borrada.']]);
});
