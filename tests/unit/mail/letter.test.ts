import { afterEach, beforeEach, describe, expect, it, test, vi } from 'vitest';

type Letter = Record<string, unknown> & { html: string; text: string };
/** The waiting mails, the sent ones, and what the database was told of each. */
const outbox = vi.hoisted(() => ({
  waiting: [] as object[],
  letters: [] as Letter[],
  closed: [] as object[],
  log: [] as unknown[][],
  transports: [] as object[],
  onSend: () => {},
}));
vi.mock('nodemailer', () => ({
  createTransport: (options: object) => {
    outbox.transports.push(options);
    return {
      sendMail: async (letter: Letter) => {
        outbox.onSend();
        outbox.letters.push(letter);
      },
    };
  },
}));
vi.mock('next-intl/server', () => ({
  getTranslations:
    async ({ locale }: { locale: string }) =>
    (key: string) =>
      `${locale}:${key}`,
}));
const composed = vi.hoisted(() => ({ given: [] as Record<string, unknown>[], mail: {} as object }));
vi.mock('@/lib/mail/templates', () => ({
  templates: {
    caso: async (given: Record<string, unknown>) => {
      composed.given.push(given);
      return composed.mail;
    },
  },
}));
vi.mock('@/lib/mail/layout', () => ({ frameMail: (...given: unknown[]) => given.slice(1).join(' ') }));
vi.mock('react-email', () => ({
  render: async (content: string) => `<p>${content}</p>`,
  toPlainText: (html: string) => html.replaceAll(/<[^>]+>/g, ''),
}));
vi.mock('@/lib/core/env', () => ({
  env: () => ({
    SITE_URL: 'https://shop.test:8443',
    SMTP_URL: 'smtp://relay',
    MAIL_FROM: 'UnStore <a@b.c>',
    SUPPORT_EMAIL: 'help@b.c',
  }),
}));
vi.mock('@/lib/core/log', () => ({ log: { error: (...line: unknown[]) => void outbox.log.push(line) } }));
vi.mock('@/lib/core/supabase/admin', () => ({
  createAdminClient: () => ({
    rpc: async (name: string, given: { p_limite?: number }) => {
      if (name === 'tomar_correos') {
        return { data: outbox.waiting.splice(0, given.p_limite), error: null, status: 200 };
      }
      outbox.closed.push({ name, ...given });
      return { data: null, error: null, status: 200 };
    },
  }),
}));

const { sendMailsOfJob, sendPendingMails } = await import('@/lib/mail/server');

const mail = (id: number, change: object = {}) => ({
  id: String(id),
  clave: `caso:${id}/é`,
  plantilla: 'caso',
  datos: { tipo: 'disputa' },
  idioma: 'en',
  destinatario: 'ana@example.com',
  nombre: 'Ana',
  ...change,
});

beforeEach(() => {
  const empty = { waiting: [], letters: [], closed: [], log: [], transports: [], onSend: () => {} };
  Object.assign(outbox, empty);
  Object.assign(composed, { given: [], mail: { subject: 'A case', content: null } });
});
afterEach(() => void vi.useRealTimers());

describe('a mail', () => {
  it('is sent in the language of its reader, as HTML and text, and then closed', async () => {
    outbox.waiting = [mail(7)];
    expect(await sendPendingMails()).toBe(1);
    expect(outbox.letters).toEqual([
      {
        from: 'UnStore <a@b.c>',
        replyTo: 'help@b.c',
        to: 'ana@example.com',
        subject: 'A case',
        html: '<p>en </p>',
        text: 'en ',
        messageId: '<caso-7--@shop.test>',
      },
    ]);
    const [{ t, ...given } = {}] = composed.given;
    expect(given).toMatchObject({
      data: { tipo: 'disputa' },
      locale: 'en',
      siteUrl: 'https://shop.test:8443',
      recipient: 'Ana',
    });
    expect((t as (key: string) => string)('caso')).toBe('en:caso');
    expect(outbox.closed).toEqual([{ name: 'cerrar_correo', p_id: 7, p_error: undefined }]);
  });

  it.each([
    ['/media/portadas/a.webp', 'https://shop.test:8443/media/portadas/a.webp'],
    ['https://cdn.test/a.webp', 'https://cdn.test/a.webp'],
  ])('shows the cover %s from its whole address', async (portada, address) => {
    outbox.waiting = [mail(7, { portada })];
    await sendPendingMails();
    expect(outbox.letters[0]?.html).toBe(`<p>en ${address}</p>`);
  });

  it('with an unsubscribe link has the headers of one-click unsubscribing', async () => {
    composed.mail = { subject: 'News', content: null, oneClick: 'https://shop.test/api/unsubscribe?x=1' };
    outbox.waiting = [mail(7)];
    await sendPendingMails();
    expect(outbox.letters[0]?.headers).toEqual({
      'List-Unsubscribe': '<https://shop.test/api/unsubscribe?x=1>',
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    });
  });

  it('keeps its id when it is repeated', async () => {
    outbox.waiting = [mail(7), mail(7), mail(8)];
    await sendPendingMails();
    const [first, again, next] = outbox.letters.map(({ messageId }) => messageId);
    expect(again).toBe(first);
    expect(next).not.toBe(first);
  });

  it('waits for a mail server for a minute at most', async () => {
    outbox.waiting = [mail(7)];
    await sendPendingMails();
    const [{ url, ...patience } = { url: '' }] = outbox.transports as { url: string }[];
    expect(url).toBe('smtp://relay');
    expect(Object.keys(patience).sort()).toEqual([
      'connectionTimeout',
      'dnsTimeout',
      'greetingTimeout',
      'socketTimeout',
    ]);
    for (const ms of Object.values(patience)) expect(ms).toBeLessThanOrEqual(60_000);
  });

  it('without a template is closed with its error, and the next one is sent', async () => {
    outbox.waiting = [mail(7, { plantilla: 'algo_nuevo' }), mail(8)];
    expect(await sendPendingMails()).toBe(1);
    expect(outbox.closed).toEqual([
      { name: 'cerrar_correo', p_id: 7, p_error: 'no template algo_nuevo' },
      { name: 'cerrar_correo', p_id: 8, p_error: undefined },
    ]);
    expect(outbox.log).toEqual([[{ mail: 'caso:7/é', problem: 'no template algo_nuevo' }, 'mail not sent']]);
  });
});

describe('many mails', () => {
  const many = (count: number) => Array.from({ length: count }, (_, id) => mail(id));

  it('stop after a minute, and mails that were taken but not tried are not closed', async () => {
    vi.useFakeTimers();
    outbox.waiting = many(45);
    outbox.onSend = () => void vi.advanceTimersByTime(10_000);
    expect(await sendPendingMails()).toBe(7);
    expect([outbox.closed.length, outbox.waiting.length]).toEqual([7, 25]);
  });

  it('stop after a batch in which the minute has passed', async () => {
    vi.useFakeTimers();
    outbox.waiting = many(45);
    outbox.onSend = () => void vi.advanceTimersByTime(3_001);
    expect(await sendPendingMails()).toBe(20);
    expect(outbox.waiting.length).toBe(25);
  });
});

test('a job fails if the server refuses the mails of all its recipients, and there are several', async () => {
  const refused = Object.assign(new Error('rejected'), { command: 'RCPT TO' });
  outbox.onSend = () => {
    throw refused;
  };
  outbox.waiting = [mail(1), mail(2)];
  expect(await sendMailsOfJob()).toBe(0);
  outbox.waiting = [mail(1), mail(2, { destinatario: 'luis@example.com' })];
  await expect(sendMailsOfJob()).rejects.toThrow('none of 2 mails could be sent: rejected');
});
