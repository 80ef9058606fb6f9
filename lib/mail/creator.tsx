import { z } from 'zod';
import { inLanguage } from '@/lib/catalog/rows';
import { formatCents } from '@/lib/core/money';
import { refundReason } from '@/lib/core/money/refund-reason';
import { MailChoices, MailLine, MailWords } from './layout';
import type { MailTemplate } from './types';

const named = z.object({ nombre: z.string(), nombre_en: z.string().nullish() });
const reviewData = named.extend({
  slug: z.string(),
  estrellas: z.number(),
  resena_id: z.string(),
  texto: z.string().nullish(),
});
const amount = z.coerce.number();
const disputeData = named.extend({
  fase: z.enum(['abierta', 'perdida', 'ganada']),
  centimos: amount,
  pedido_id: z.string(),
});
const refundData = named.extend({ centimos: amount, motivo: z.string().nullish(), pedido_id: z.string() });
const summaryData = z.object({
  dia: z.string(),
  ventas: amount,
  centimos: amount,
  seguidores: amount,
  resenas: amount,
  devueltas: amount,
});

/** A product of the recipient was reviewed. */
export const composeReview: MailTemplate = async ({ data, locale, siteUrl, t }) => {
  const found = reviewData.parse(data);
  const name = inLanguage(locale, found.nombre, found.nombre_en ?? null);
  const subject = t('resena.subject', { name, stars: String(found.estrellas) });
  return {
    subject,
    title: t('resena.title'),
    action: { href: `${siteUrl}/dashboard/reviews?resena=${found.resena_id}`, label: t('resena.open') },
    footer: t('resena.footer'),
    content: (
      <>
        <MailLine name={t('product')} value={name} strong />
        <MailLine name={t('resena.rating')} value={t('resena.stars', { stars: String(found.estrellas) })} />
        {found.texto && <MailWords text={found.texto} />}
        <MailChoices siteUrl={siteUrl} t={t} />
      </>
    ),
  };
};

/** The creator of a product has answered the recipient's review. */
export const composeAnswer: MailTemplate = async ({ data, locale, siteUrl, t }) => {
  const found = reviewData.parse(data);
  const name = inLanguage(locale, found.nombre, found.nombre_en ?? null);
  const subject = t('respuesta.subject', { name });
  return {
    subject,
    title: t('respuesta.title'),
    action: { href: `${siteUrl}/p/${found.slug}/reviews?resena=${found.resena_id}`, label: t('respuesta.open') },
    footer: t('respuesta.footer'),
    content: (
      <>
        <MailLine name={t('product')} value={name} strong />
        {found.texto && <MailWords text={found.texto} />}
        <MailChoices siteUrl={siteUrl} t={t} />
      </>
    ),
  };
};

/** A sale of the recipient is disputed, or its dispute was decided. */
export const composeSaleDispute: MailTemplate = async ({ data, locale, siteUrl, t }) => {
  const found = disputeData.parse(data);
  const name = inLanguage(locale, found.nombre, found.nombre_en ?? null);
  const subject = t(`disputa_venta.${found.fase}.subject`, { name });
  return {
    subject,
    action: { href: `${siteUrl}/dashboard/sales/${found.pedido_id}`, label: t('disputa_venta.open') },
    footer: t('disputa_venta.footer'),
    content: (
      <>
        <MailLine name={t('product')} value={name} strong />
        {found.fase === 'abierta' && (
          <MailLine name={t('disputa_venta.held')} value={formatCents(found.centimos, locale)} />
        )}
        <MailWords text={t(`disputa_venta.${found.fase}.text`)} />
      </>
    ),
  };
};

/** A sale was refunded, or its refund failed and the money returned. */
export const composeSaleRefund: MailTemplate = async ({ data, locale, siteUrl, t }) => {
  const found = refundData.parse(data);
  const name = inLanguage(locale, found.nombre, found.nombre_en ?? null);
  const kind = found.centimos > 0 ? 'failed' : 'done';
  const subject = t(`venta_devuelta.${kind}.subject`, { name });
  return {
    subject,
    action: { href: `${siteUrl}/dashboard/sales/${found.pedido_id}`, label: t('disputa_venta.open') },
    footer: t('disputa_venta.footer'),
    content: (
      <>
        <MailLine name={t('product')} value={name} strong />
        <MailLine name={t(`venta_devuelta.${kind}.amount`)} value={formatCents(found.centimos, locale)} />
        {kind === 'done' && found.motivo && (
          <MailLine
            name={t('venta_devuelta.reason')}
            value={refundReason((code) => t(`refundReasons.${code}`), found.motivo)}
          />
        )}
      </>
    ),
  };
};

/** Summary of a day: sales, followers, reviews, refunds. */
export const composeSummary: MailTemplate = async ({ data, locale, siteUrl, t }) => {
  const found = summaryData.parse(data);
  const day = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'long', timeZone: 'UTC' }).format(
    new Date(found.dia),
  );
  const subject = t('resumen_creador.subject', { day });
  const lines = [
    ['sales', found.ventas],
    ['followers', found.seguidores],
    ['reviews', found.resenas],
    ['refunds', found.devueltas],
  ] as const;
  const href =
    found.ventas > 0
      ? `${siteUrl}/dashboard/sales?desde=${found.dia}&hasta=${found.dia}`
      : `${siteUrl}/dashboard${found.resenas > 0 ? '/reviews' : ''}`;
  return {
    subject,
    action: { href, label: t('resumen_creador.open') },
    footer: t('resumen_creador.footer'),
    content: (
      <>
        {found.ventas > 0 && (
          <MailLine name={t('resumen_creador.earned')} value={formatCents(found.centimos, locale)} strong />
        )}
        {lines
          .filter(([, count]) => count > 0)
          .map(([name, count]) => (
            <MailLine key={name} name={t(`resumen_creador.${name}`)} value={String(count)} />
          ))}
        <MailChoices siteUrl={siteUrl} t={t} />
      </>
    ),
  };
};
