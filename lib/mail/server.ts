import 'server-only';
import { getTranslations } from 'next-intl/server';
import { createTransport } from 'nodemailer';
import { render, toPlainText } from 'react-email';
import { z } from 'zod';
import { messageOf, nothing, readRpc } from '@/lib/core/action/rpc';
import { env } from '@/lib/core/env';
import { deadlines } from '@/lib/core/http/deadlines';
import { locales } from '@/lib/core/i18n/locales';
import { log } from '@/lib/core/log';
import { createAdminClient } from '@/lib/core/supabase/admin';
import { observe } from '@/lib/core/telemetry/observe';
import { frameMail } from './layout';
import { templates } from './templates';
import type { MailTexts } from './types';

const claimed = z.object({
  id: z.coerce.number(),
  clave: z.string(),
  plantilla: z.string(),
  datos: z.unknown(),
  idioma: z.enum(locales),
  destinatario: z.string(),
  nombre: z.string(),
});

type Claimed = z.infer<typeof claimed>;
type Client = ReturnType<typeof createAdminClient>;

const patience = {
  dnsTimeout: deadlines.mail,
  connectionTimeout: deadlines.mail,
  greetingTimeout: deadlines.mail,
  socketTimeout: deadlines.mail,
};

async function send(client: Client, mail: Claimed): Promise<void> {
  const compose = templates[mail.plantilla];
  if (!compose) throw new Error(`no template ${mail.plantilla}`);
  const { SITE_URL, SMTP_URL, MAIL_FROM } = env();
  const composed = await compose({
    client,
    data: mail.datos,
    locale: mail.idioma,
    siteUrl: SITE_URL,
    recipient: mail.nombre,
    t: (await getTranslations({ locale: mail.idioma, namespace: 'mail' })) as unknown as MailTexts,
  });
  const { subject, oneClick } = composed;
  const html = await render(frameMail(composed, mail.idioma));
  const letter = {
    from: MAIL_FROM,
    to: mail.destinatario,
    subject,
    html,
    text: toPlainText(html),
    ...(oneClick && {
      headers: { 'List-Unsubscribe': `<${oneClick}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' },
    }),
    // A mail that is sent again after a crash has the same id, so that inboxes can recognise it.
    messageId: `<${mail.clave.replaceAll(/[^\w.-]/g, '-')}@${new URL(SITE_URL).hostname}>`,
  };
  const transport = createTransport({ url: SMTP_URL, ...patience });
  await observe({ kind: 'provider', provider: 'mail', call: 'send' }, () => transport.sendMail(letter));
}

const batchSize = 20;
const longestMs = 60_000;

async function sendBatch(client: Client, end: number): Promise<{ taken: number; sent: number }> {
  const mails = await readRpc(client, 'tomar_correos', { p_limite: batchSize }, z.array(claimed));
  let sent = 0;
  for (const mail of mails) {
    // A mail server that hangs must not hold mails longer than they are claimed. The rest comes free again by itself.
    if (Date.now() > end) break;
    const problem = await send(client, mail).then(() => undefined, messageOf);
    if (problem) log.error({ mail: mail.clave, problem }, 'mail not sent');
    else sent += 1;
    await readRpc(client, 'cerrar_correo', { p_id: mail.id, p_error: problem }, nothing);
  }
  return { taken: mails.length, sent };
}

/**
 * Sends everything that waits in the outbox, so that a mail to one person does not wait behind those to all admins or
 * followers. Each mail is claimed for two minutes: two senders at once do not send it twice, and if one stops in the
 * middle, the next takes over. After a minute the rest is left to the next call.
 *
 * @returns how many mails were sent
 */
export async function sendPendingMails(): Promise<number> {
  const client = createAdminClient();
  const end = Date.now() + longestMs;
  let total = 0;
  for (;;) {
    const { taken, sent } = await sendBatch(client, end);
    total += sent;
    if (taken < batchSize || Date.now() > end) return total;
  }
}
