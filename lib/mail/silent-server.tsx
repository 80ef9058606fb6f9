import { z } from 'zod';
import { formatterFor } from '@/lib/core/i18n/formatter';
import { MailLine, MailText } from './layout';
import type { MailTemplate } from './types';

const facts = z.object({ servidor: z.string(), contacto_at: z.string().nullable() });

/** A game server with waiting deliveries has not called for an hour. */
export const composeSilentServer: MailTemplate = async ({ data, locale, siteUrl, recipient, t }) => {
  const { servidor, contacto_at } = facts.parse(data);
  const when =
    contacto_at && formatterFor(locale).dateTime(new Date(contacto_at), { dateStyle: 'long', timeStyle: 'short' });
  return {
    subject: t('servidor_mudo.subject', { server: servidor }),
    action: { href: `${siteUrl}/dashboard/servers`, label: t('servidor_mudo.open') },
    footer: t('servidor_mudo.footer'),
    content: (
      <>
        <MailText text={t('segundo_factor.hello', { recipient })} />
        <MailText text={t('servidor_mudo.text')} />
        <MailLine name={t('servidor_mudo.server')} value={servidor} strong />
        <MailLine
          name={t('servidor_mudo.last')}
          value={when ? t('entrada_nueva.clock', { when }) : t('servidor_mudo.never')}
        />
      </>
    ),
  };
};
