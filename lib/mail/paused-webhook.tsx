import { z } from 'zod';
import { MailLine, MailText } from './layout';
import type { MailTemplate } from './types';

const facts = z.object({
  url: z.string(),
  motivo: z.enum(['fallos', 'retirado']),
  codigo: z.number().nullable(),
});

/** The webhooks of an address are paused: no delivery succeeded for three days, or it answered that it is gone. */
export const composePausedWebhook: MailTemplate = async ({ data, siteUrl, recipient, t }) => {
  const { url, motivo, codigo } = facts.parse(data);
  return {
    subject: t('webhook_pausado.subject', { host: new URL(url).host }),
    action: { href: `${siteUrl}/dashboard/webhooks`, label: t('webhook_pausado.open') },
    footer: t('webhook_pausado.footer'),
    content: (
      <>
        <MailText text={t('segundo_factor.hello', { recipient })} />
        <MailText text={t(`webhook_pausado.${motivo}`)} />
        <MailLine name={t('webhook_pausado.url')} value={url} strong />
        <MailLine name={t('webhook_pausado.last')} value={String(codigo ?? t('webhook_pausado.none'))} />
      </>
    ),
  };
};
