import { z } from 'zod';
import { mailRef } from '@/lib/catalog/sale-source';
import { formatCents } from '@/lib/core/money';
import { itemName } from './item-name';
import { MailLine, MailLink } from './layout';
import type { MailTemplate } from './types';
import { leaveQuery } from './unsubscribe';

const favouriteData = z.object({
  motivo: z.enum(['oferta', 'estreno', 'disponible']),
  slug: z.string(),
  nombre: z.string(),
  nombre_en: z.string().nullish(),
  edicion: z.string().nullish(),
  edicion_en: z.string().nullish(),
  precio_centimos: z.number().nullish(),
  oferta_centimos: z.number().nullish(),
  usuario: z.uuid(),
});

/** A favourite is on offer, is released, or can be bought again. */
export const composeFavourite: MailTemplate = async ({ data, locale, siteUrl, t }) => {
  const found = favouriteData.parse(data);
  const name = itemName(locale, found);
  const price = formatCents(found.oferta_centimos ?? 0, locale);
  const subject = t(`favorito.subject.${found.motivo}`, { name, price });
  const query = await leaveQuery('favoritos', found.usuario);
  return {
    subject,
    oneClick: `${siteUrl}/api/unsubscribe?${query}`,
    title: t(`favorito.title.${found.motivo}`),
    action: { href: `${siteUrl}/p/${found.slug}?ref=${mailRef}`, label: t('favorito.open') },
    footer: t('favorito.footer'),
    content: (
      <>
        <MailLine name={t('product')} value={name} strong />
        {found.motivo === 'oferta' && (
          <>
            <MailLine name={t('favorito.now')} value={price} strong />
            <MailLine name={t('favorito.before')} value={formatCents(found.precio_centimos ?? 0, locale)} />
          </>
        )}
        <MailLink href={`${siteUrl}/baja?${query}`} label={t('favorito.leave')} />
      </>
    ),
  };
};
