import { expect, test, vi } from 'vitest';

const outbox = vi.hoisted(() => ({ waiting: 0, closed: 0 }));
const sendMail = vi.hoisted(() => vi.fn(async () => undefined));
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
        destinatario: 'ana@gmail.com',
        nombre: 'Ana',
      }));
      return { data, error: null };
    },
  }),
}));

test('everything that waits is sent, however many came before it', async () => {
  outbox.waiting = 45;
  const { sendPendingMails } = await import('@/lib/mail/server');
  expect(await sendPendingMails()).toBe(45);
  expect(sendMail).toHaveBeenCalledTimes(45);
  expect(outbox).toEqual({ waiting: 0, closed: 45 });
});
