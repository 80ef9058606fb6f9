// @vitest-environment jsdom
import { act, type ReactNode } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { AppealForm } from '@/components/account/appeal-form-client';
import { AnswerAppeal } from '@/components/moderation/answer-appeal-client';
import { Decide } from '@/components/moderation/decide-client';
import { ReportDialog } from '@/components/moderation/reports/report-dialog-client';
import { WriteForm } from '@/components/moderation/write-form-client';
import { ReviewThread } from '@/components/publish/review-thread-client';
import { AnswerForm } from '@/components/support/answer-form-client';
import { AskForm } from '@/components/support/ask-form-client';
import { DecideRefund } from '@/components/support/decide-refund-client';
import { press } from '../form-steps.ts';
import { openPlace } from '../rendered.tsx';

const { send, who } = vi.hoisted(() => ({ send: vi.fn(), who: { id: 'u1' } }));
vi.mock('@/lib/support/action', () => ({ openRequest: send, answerRequest: send, decideRefund: send }));
vi.mock('@/lib/moderation/action', () => ({ decideRevision: send, requestChanges: send }));
vi.mock('@/lib/moderation/reports/action', () => ({
  answerReport: send,
  appealMeasure: send,
  sendAppeal: send,
  sendReport: send,
  settleReport: send,
}));
vi.mock('@/lib/publish/action', () => ({ writeToReview: send }));
vi.mock('@/components/account/use-me', () => ({ useMe: () => ({ status: 'user', me: who }) }));
vi.mock('next/navigation', () => ({
  useRouter: () => ({ push() {}, refresh() {} }),
  unstable_isUnrecognizedActionError: () => false,
}));
vi.mock('@/components/ui/toast', () => ({ toast: async () => undefined }));

const { show } = openPlace();
beforeEach(() => {
  who.id = 'u1';
  sessionStorage.clear();
  send.mockReset().mockResolvedValue({ ok: true, value: 'refused' });
});

const area = () => document.querySelector('textarea') as HTMLTextAreaElement;
async function write(text: string) {
  Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')?.set?.call(area(), text);
  await act(async () => area().dispatchEvent(new Event('input', { bubbles: true })));
}
const ask = { orderId: 'o1', paymentId: null, topics: ['tienda' as const], first: 'tienda' as const, reasons: [] };

const forms: Array<[string, (key: number) => ReactNode, button: string]> = [
  ['a request', (key) => <AskForm key={key} {...ask} creator="Ana" keptAs="ask:me:o1" />, 'Enviar'],
  ['a reply', (key) => <AnswerForm key={key} id="r1" />, 'Enviar'],
  ['a message about a product', (key) => <ReviewThread key={key} productId="p1" messages={[]} />, 'Enviar'],
  ['an appeal', (key) => <WriteForm key={key} id="m1" what="appeal" />, 'Enviar'],
  [
    'a report',
    (key) => <ReportDialog key={key} kind="producto" id="p1" name="Mapa" onClose={() => {}} />,
    'Enviar la denuncia',
  ],
  ['an answer to an appeal', (key) => <AnswerAppeal key={key} id="a1" />, 'Aceptar la apelación'],
  [
    'an appeal of a ban',
    (key) => <AppealForm key={key} userId="u1" supportEmail="s@example.com" open={null} />,
    'Enviar la apelación',
  ],
  ['a decision', (key) => <Decide key={key} id="d1" fingerprint="f" rests={null} />, 'Rechazar'],
  [
    'a decision about a refund',
    (key) => <DecideRefund key={key} id="s1" left={499} proposed={499} inCoins={false} isRefused={false} />,
    'Rechazar',
  ],
];

test.each(forms)('unsent input of %s survives the back button, until it is sent', async (_what, form, button) => {
  await show(form(1));
  await write('Llevo dos días sin poder descargarlo.');
  await show(form(2));
  expect(area().value).toBe('Llevo dos días sin poder descargarlo.');
  await press(button);
  expect(send).toHaveBeenCalledOnce();
  await show(form(3));
  expect(area().value).toBe('');
});

test('a report that somebody began is not that of the person who signs in in another tab', async () => {
  const report = () => <ReportDialog kind="producto" id="p1" name="Mapa" onClose={() => {}} />;
  await show(report());
  await write('Es una copia.');
  who.id = 'u2';
  await show(report());
  expect(area().value).toBe('');
  expect(Object.values(sessionStorage)).toEqual(['Es una copia.']);
});
