import 'server-only';
import { getTranslations } from 'next-intl/server';
import { createTransport } from 'nodemailer';
import { z } from 'zod';
import { messageOf, nothing, readRpc } from '@/lib/core/action/rpc';
import { env } from '@/lib/core/env';
import { deadlines } from '@/lib/core/http/deadlines';
import { locales } from '@/lib/core/i18n/locales';
import { log } from '@/lib/core/log';
import { createAdminClient } from '@/lib/core/supabase/admin';
import { observe } from '@/lib/core/telemetry/observe';
import type { MailTexts } from './types';

const claimed = z.object({
  id: z.coerce.number(),
  clave: z.string(),
  plantilla: z.string(),
  datos: z.unknown(),
  idioma: z.enum(locales),
  destinatario: z.string(),
  nombre: z.string(),
  /** The cover of the mail's product: a path of the shop, or an address. */
  portada: z.string().nullish(),
});

type Claimed = z.infer<typeof claimed>;
type Client = ReturnType<typeof createAdminClient>;

const patience = {
  dnsTimeout: deadlines.mail,
  connectionTimeout: deadlines.mail,
  greetingTimeout: deadlines.mail,
  socketTimeout: deadlines.mail,
};

/** Loads the mail templates with the first mail, so that a route that sends none starts sooner. */
async function loadWriter() {
  const [{ templates }, { frameMail }, { render, toPlainText }] = await Promise.all([
    import('./templates'),
    import('./layout'),
    import('react-email'),
  ]);
  return { templates, frameMail, render, toPlainText };
}

async function send(client: Client, mail: Claimed): Promise<void> {
  const { templates, frameMail, render, toPlainText } = await loadWriter();
  const compose = templates[mail.plantilla];
  if (!compose) throw new Error(`no template ${mail.plantilla}`);
  const { SITE_URL, SMTP_URL, MAIL_FROM, SUPPORT_EMAIL } = env();
  const composed = await compose({
    client,
    data: mail.datos,
    locale: mail.idioma,
    siteUrl: SITE_URL,
    recipient: mail.nombre,
    t: (await getTranslations({ locale: mail.idioma, namespace: 'mail' })) as unknown as MailTexts,
  });
  const { subject, oneClick } = composed;
  const cover = mail.portada ? new URL(mail.portada, SITE_URL).href : null;
  const html = await render(frameMail(composed, mail.idioma, cover));
  const letter = {
    from: MAIL_FROM,
    // Mails about security ask for an answer.
    replyTo: SUPPORT_EMAIL,
    to: mail.destinatario,
    subject,
    html,
    text: toPlainText(html),
    ...(oneClick && {
      headers: { 'List-Unsubscribe': `<${oneClick}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' },
    }),
    // A mail that is sent again after a crash keeps its id, so that mailboxes can detect the duplicate.
    messageId: `<${mail.clave.replaceAll(/[^\w.-]/g, '-')}@${new URL(SITE_URL).hostname}>`,
  };
  const transport = createTransport({ url: SMTP_URL, ...patience });
  await observe({ kind: 'provider', provider: 'mail', call: 'send' }, () => transport.sendMail(letter));
}

const batchSize = 20;
const longestMs = 60_000;

/** True if the mail server refused only the recipient. */
const isOfRecipient = (problem: unknown): boolean =>
  problem instanceof Error && 'command' in problem && problem.command === 'RCPT TO';

type Unsent = { recipient: string; problem: unknown };
type Sent = { sent: number; unsent: Unsent[] };

async function sendBatch(client: Client, end: number, done: Sent): Promise<number> {
  const mails = await readRpc(client, 'tomar_correos', { p_limite: batchSize }, z.array(claimed));
  for (const mail of mails) {
    // With a hanging mail server, mails must not be held longer than their claim, which expires.
    if (Date.now() > end) break;
    let p_error: string | undefined;
    try {
      await send(client, mail);
      done.sent += 1;
    } catch (problem) {
      p_error = messageOf(problem);
      log.error({ mail: mail.clave, problem: p_error }, 'mail not sent');
      done.unsent.push({ recipient: mail.destinatario, problem });
    }
    await readRpc(client, 'cerrar_correo', { p_id: mail.id, p_error }, nothing);
  }
  return mails.length;
}

async function sendAll(): Promise<Sent> {
  const client = createAdminClient();
  const end = Date.now() + longestMs;
  const done: Sent = { sent: 0, unsent: [] };
  for (;;) {
    const taken = await sendBatch(client, end, done);
    if (taken < batchSize || Date.now() > end) return done;
  }
}

/**
 * Sends waiting mails for about a minute, and leaves the rest to the next call. Each is claimed for two minutes, so
 * that concurrent senders do not repeat it and another takes over after a crash.
 *
 * @returns the number of sent mails
 */
export const sendPendingMails = async (): Promise<number> => (await sendAll()).sent;

/**
 * `sendPendingMails` for the job.
 *
 * @returns the number of sent mails
 * @throws if none could be sent, unless the only problem was a single refused recipient
 */
export async function sendMailsOfJob(): Promise<number> {
  const { sent, unsent } = await sendAll();
  const [first] = unsent;
  const isOneAddress = unsent.every(
    ({ recipient, problem }) => recipient === first?.recipient && isOfRecipient(problem),
  );
  if (first && sent === 0 && !isOneAddress) {
    throw new Error(`none of ${unsent.length} mails could be sent: ${messageOf(first.problem)}`);
  }
  return sent;
}
