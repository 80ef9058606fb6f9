import { beforeEach, describe, expect, test, vi } from 'vitest';

const outbox = vi.hoisted(() => ({ waiting: 0, closed: 0 }));
const sendMail = vi.hoisted(() => vi.fn(async (_letter: { to: string }): Promise<void> => {}));
vi.mock('nodemailer', () => ({ createTransport: () => ({ sendMail }) }));
vi.mock('react-email', async (actual) => ({
  ...(await actual<object>()),
  render: async () => '<p>Hola</p>',
  toPlainText: () => 'Hola',
}));
vi.mock('next-intl/server', () => ({ getTranslations: async () => (key: string) => key }));
vi.mock('@/lib/mail/templates', () => ({ templates: { caso: async () => ({ subject: 'Hola', content: null }) } }));
vi.mock('@/lib/core/env', () => ({
  env: () => ({ SITE_URL: 'https://shop.test', SMTP_URL: 'smtp://x', MAIL_FROM: 'a@b.c', LOG_LEVEL: 'silent' }),
}));
vi.mock('@/lib/core/supabase/admin', () => ({
  createAdminClient: () => ({
    rpc: async (name: string, { p_limite = 0 }: { p_limite?: number }) => {
      if (name === 'cerrar_correo') {
        outbox.closed += 1;
        return { data: null, error: null };
      }
      const taken = Math.min(p_limite, outbox.waiting);
      outbox.waiting -= taken;
      const data = Array.from({ length: taken }, (_, id) => ({
        id,
        clave: `caso:${id}`,
        plantilla: 'caso',
        datos: {},
        idioma: 'es',
        destinatario: `ana${id}@gmail.com`,
        nombre: 'Ana',
      }));
      return { data, error: null };
    },
  }),
}));

const { sendPendingMails, sendMailsOfJob } = await import('@/lib/mail/server');

beforeEach(() => {
  Object.assign(outbox, { waiting: 0, closed: 0 });
  sendMail.mockReset();
});

test('all pending mails are sent, in any number', async () => {
  outbox.waiting = 45;
  expect(await sendPendingMails()).toBe(45);
  expect(sendMail).toHaveBeenCalledTimes(45);
  expect(outbox).toEqual({ waiting: 0, closed: 45 });
});

describe('the mail chore of the job', () => {
  const noServer = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ESOCKET', command: 'CONN' });
  const noInbox = Object.assign(new Error('all recipients were rejected'), { code: 'EENVELOPE', command: 'RCPT TO' });

  test.each([
    ['no mail server responds', 1, noServer],
    ['no mail server responds to many mails', 25, noServer],
    ['the mail server accepts no recipient', 2, noInbox],
  ])('fails if %s, after each mail was tried', async (_what, waiting, problem) => {
    outbox.waiting = waiting;
    sendMail.mockRejectedValue(problem);
    await expect(sendMailsOfJob()).rejects.toThrow(`none of ${waiting} mails could be sent: ${problem.message}`);
    expect(outbox).toEqual({ waiting: 0, closed: waiting });
  });

  test('succeeds with nothing to send, with a sent mail, and with an unknown recipient', async () => {
    expect(await sendMailsOfJob()).toBe(0);
    outbox.waiting = 3;
    sendMail.mockRejectedValueOnce(noServer).mockRejectedValueOnce(noServer);
    expect(await sendMailsOfJob()).toBe(1);
    outbox.waiting = 1;
    sendMail.mockRejectedValueOnce(noInbox);
    expect(await sendMailsOfJob()).toBe(0);
  });

  test('does not fail a request when it runs after its response', async () => {
    outbox.waiting = 2;
    sendMail.mockRejectedValue(noServer);
    expect(await sendPendingMails()).toBe(0);
  });
});
