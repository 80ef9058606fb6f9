import { z } from 'zod';
import { inLanguage } from '@/lib/catalog/rows';
import { MailLink, MailWords } from './layout';
import type { MailTemplate } from './types';
import { leaveQuery } from './unsubscribe';

const announcementData = z.object({
  titulo: z.string(),
  titulo_en: z.string(),
  texto: z.string(),
  texto_en: z.string(),
  enlace: z.string().startsWith('/').nullish(),
  usuario: z.uuid(),
});

/** An announcement of the shop, for people who subscribed to them by mail. */
export const composeAnnouncement: MailTemplate = async ({ data, locale, siteUrl, t }) => {
  const found = announcementData.parse(data);
  const subject = inLanguage(locale, found.titulo, found.titulo_en);
  const query = await leaveQuery('anuncios', found.usuario);
  return {
    subject,
    oneClick: `${siteUrl}/api/unsubscribe?${query}`,
    action: { href: `${siteUrl}${found.enlace ?? '/'}`, label: t('anuncio.open') },
    footer: t('anuncio.footer'),
    content: (
      <>
        <MailWords text={inLanguage(locale, found.texto, found.texto_en)} />
        <MailLink href={`${siteUrl}/baja?${query}`} label={t('anuncio.leave')} />
      </>
    ),
  };
};
