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
  withdrawAnswerAction: async () => ({ done: true }),
}));
vi.mock('next/navigation', async (original) => ({
  ...(await original<object>()),
  useRouter: () => ({ refresh() {} }),
  usePathname: () => '/',
}));

const { show } = openPlace();

test.each([
  ['delete', 'Borrar', 'Pregunta borrada.'],
  ['withdraw', 'Retirarla', 'Respuesta retirada.'],
] as const)('%s tells that it is gone', async (deed, button, done) => {
  vi.mocked(toast).mockClear();
  await show(<QuestionButton id="1" text="¿Va con Paper?" act={deed} />);
  await press(button);
  await expect.poll(() => vi.mocked(toast).mock.calls).toEqual([['success', done]]);
});
