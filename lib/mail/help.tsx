import { z } from 'zod';
import { inLanguage } from '@/lib/catalog/rows';
import { mailRef } from '@/lib/catalog/sale-source';
import { MailLine, MailWords } from './layout';
import type { MailTemplate } from './types';

const desks = { cliente: '/profile/help', creador: '/dashboard/help', tienda: '/dashboard-admin/help' } as const;

const requestData = z.object({
  que: z.enum(['nueva', 'respuesta', 'aceptada', 'rechazada']),
  como: z.enum(['cliente', 'creador', 'tienda']),
  solicitud_id: z.string(),
  nombre: z.string().nullish(),
  nombre_en: z.string().nullish(),
  de: z.string().nullish(),
  texto: z.string(),
});

/** Somebody wrote into a thread about a purchase, or the shop decided about a refund. */
export const composeRequest: MailTemplate = async ({ data, locale, siteUrl, t }) => {
  const found = requestData.parse(data);
  const product = found.nombre ? inLanguage(locale, found.nombre, found.nombre_en) : null;
  const sender = found.de ?? t('solicitud.shop');
  const what = found.que === 'respuesta' && !product ? 'answered' : found.que;
  return {
    subject: t(`solicitud.subject.${what}`, { name: product ?? t('solicitud.general'), from: sender }),
    action: { href: `${siteUrl}${desks[found.como]}/${found.solicitud_id}`, label: t('solicitud.open') },
    footer: t('solicitud.footer'),
    content: (
      <>
        {product && <MailLine name={t('product')} value={product} strong />}
        <MailLine name={t('solicitud.from')} value={sender} />
        <MailWords text={found.texto} />
      </>
    ),
  };
};

const stockData = z.object({ slug: z.string(), nombre: z.string(), nombre_en: z.string().nullish() });

/** A sold-out product can be bought again, for a person who asked for one notification. */
export const composeStock: MailTemplate = async ({ data, locale, siteUrl, t }) => {
  const found = stockData.parse(data);
  const name = inLanguage(locale, found.nombre, found.nombre_en);
  return {
    subject: t('existencias.subject', { name }),
    title: t('existencias.title'),
    action: { href: `${siteUrl}/p/${found.slug}?ref=${mailRef}`, label: t('favorito.open') },
    footer: t('existencias.footer'),
    content: <MailLine name={t('product')} value={name} strong />,
  };
};
