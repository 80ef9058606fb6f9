import 'server-only';
import { getTranslations } from 'next-intl/server';
import type { Me } from '@/lib/account/types';
import { inLanguage } from '@/lib/catalog/rows';
import { creatorPath, ownPostPath, postPath, reviewPath } from '@/lib/core/http/segments';
import { formatterFor } from '@/lib/core/i18n/formatter';
import type { Locale } from '@/lib/core/i18n/locales';
import { formatCents } from '@/lib/core/money';
import { refundReason } from '@/lib/core/money/refund-reason';
import { caseKinds, isDisputeCase } from '@/lib/mail/case-kinds';
import { isForStaff } from '@/lib/mail/moderation-news';
import type { Named, NotificationRow } from './rows';

/** Message of a withdrawal by state; any other state has the message that it was not paid. */
const withdrawalNews: Record<string, 'paid' | 'unclaimed' | 'heldByPayPal'> = {
  pagado: 'paid',
  sin_reclamar: 'unclaimed',
  retenido: 'heldByPayPal',
};

/** The list of threads of each part, as `deskPath` of lib/support. */
const helpDesks = { cliente: '/profile/help', creador: '/dashboard/help', tienda: '/dashboard-admin/help' } as const;

/**
 * Formats notifications: a sentence in a language, and a link.
 *
 * @param me the recipient
 * @param pages the slugs of the products that have a page now; a notification about another one links elsewhere
 */
export async function describer(locale: Locale, me: Pick<Me, 'displayName'>, pages: Set<string>) {
  const t = await getTranslations({ locale, namespace: 'notifications' });
  const format = formatterFor(locale);
  const earned = await getTranslations({ locale, namespace: 'profile.achievements' });
  const states = await getTranslations({ locale, namespace: 'profile.reputations' });
  const stampProblem = await getTranslations({ locale, namespace: 'stamps.problems' });
  const cases = await getTranslations({ locale, namespace: 'mail.caso.kinds' });
  const refundReasons = await getTranslations({ locale, namespace: 'mail.refundReasons' });
  const edited = await getTranslations({ locale, namespace: 'mail.producto_editado.fields' });
  const nameOf = (data: Named) => inLanguage(locale, data.nombre, data.nombre_en ?? null);
  const productPath = (slug: string, rest: string, otherwise: string) =>
    pages.has(slug) ? `/p/${slug}${rest}` : otherwise;
  return ({ tipo, datos }: NotificationRow): { text: string; href: string } => {
    switch (tipo) {
      case 'producto_nuevo':
        return {
          text: t(tipo, { creator: datos.de, name: nameOf(datos) }),
          href: productPath(datos.slug, '', creatorPath(datos.de)),
        };
      case 'version_nueva':
        return {
          text: t(tipo, { version: datos.version, name: nameOf(datos) }),
          href: `/profile/order/${datos.pedido_id}`,
        };
      case 'regalo':
        return {
          text: t(tipo, { from: datos.de, name: nameOf(datos) }),
          href: datos.regalo_id ? `/profile/gift/${datos.regalo_id}` : `/profile/order/${datos.pedido_id}`,
        };
      case 'reserva':
        return { text: t(tipo, { name: nameOf(datos) }), href: `/profile/order/${datos.pedido_id}` };
      case 'reputacion':
        return { text: t(tipo, { state: states(datos.despues), reason: datos.motivo }), href: '/profile' };
      case 'revision':
        return {
          text: t(datos.aprobada ? 'approved' : 'rejected', { name: nameOf(datos) }),
          href: datos.aprobada ? productPath(datos.slug, '', reviewPath(datos.slug)) : reviewPath(datos.slug),
        };
      case 'mensaje_revision':
        return {
          text: t(`mensaje_revision.${datos.que}`, { name: datos.nombre, from: datos.de ?? '' }),
          href:
            datos.que === 'mensaje' || datos.que === 'cambios'
              ? reviewPath(datos.slug)
              : `/moderation/${datos.revision_id}`,
        };
      case 'solicitud':
        return {
          text: t(`solicitud.${datos.que === 'respuesta' && !datos.nombre ? 'answered' : datos.que}`, {
            name: datos.nombre ? inLanguage(locale, datos.nombre, datos.nombre_en ?? null) : t('solicitud.general'),
            from: datos.de ?? t('solicitud.shop'),
          }),
          href: `${helpDesks[datos.como]}/${datos.solicitud_id}`,
        };
      case 'retiro':
        return {
          text: t(withdrawalNews[datos.estado] ?? 'notPaid', { amount: formatCents(datos.centimos, locale) }),
          href: '/dashboard#withdrawals',
        };
      case 'resena':
        return {
          text: t(tipo, { name: nameOf(datos), stars: datos.estrellas }),
          href: datos.resena_id
            ? `/dashboard/reviews?resena=${datos.resena_id}`
            : productPath(datos.slug, '#reviews', '/dashboard/reviews'),
        };
      case 'segundo_factor':
        return {
          text: t(`segundo_factor.${datos.estado}`, { app: datos.app, left: datos.quedan, reason: datos.motivo }),
          href: '/profile/two-factor',
        };
      case 'caso': {
        const kind = caseKinds.find((known) => known === datos.tipo);
        const what = kind ? cases(kind) : datos.tipo;
        return {
          text: datos.centimos ? t('casoDe', { what, amount: formatCents(datos.centimos, locale) }) : t(tipo, { what }),
          href: isDisputeCase(datos.tipo) ? '/dashboard-admin/disputes' : '/dashboard-admin/cases',
        };
      }
      case 'devolucion':
        return {
          text: t(tipo, { name: nameOf(datos), amount: formatCents(datos.centimos, locale) }),
          href: `/dashboard-admin/payments/${datos.pago_id}`,
        };
      case 'favorito':
        return {
          text: t(`favorito.${datos.motivo}`, {
            name: nameOf(datos),
            price: formatCents(datos.oferta_centimos ?? 0, locale),
            before: formatCents(datos.precio_centimos ?? 0, locale),
          }),
          href: productPath(datos.slug, '', '/profile/favorites'),
        };
      case 'respuesta':
        return {
          text: t(tipo, { name: nameOf(datos) }),
          href: productPath(
            datos.slug,
            datos.resena_id ? `/reviews?resena=${datos.resena_id}` : '#reviews',
            '/library',
          ),
        };
      case 'venta': {
        const amount = formatCents(datos.centimos, locale);
        if (datos.cuantas === 1) {
          return { text: t('venta.one', { name: nameOf(datos), amount }), href: `/dashboard/sales/${datos.pedido_id}` };
        }
        const day = format.dateTime(new Date(datos.dia), { day: 'numeric', month: 'long' });
        return {
          text: t('venta.many', { count: datos.cuantas, day, amount }),
          href: `/dashboard/sales?desde=${datos.dia}&hasta=${datos.dia}`,
        };
      }
      case 'seguidores':
        return {
          text: t(tipo, { name: datos.de, others: datos.cuantos - 1 }),
          href: `${creatorPath(me.displayName)}#seguidores`,
        };
      case 'disputa':
        return {
          text: t(`disputa.${datos.fase}`, { name: nameOf(datos), amount: formatCents(datos.centimos, locale) }),
          href: `/dashboard/sales/${datos.pedido_id}`,
        };
      case 'venta_devuelta':
        return {
          text: t(`venta_devuelta.${datos.centimos > 0 ? 'failed' : datos.motivo ? 'because' : 'plain'}`, {
            name: nameOf(datos),
            amount: formatCents(Math.abs(datos.centimos), locale),
            reason: refundReason(refundReasons, datos.motivo ?? ''),
          }),
          href: `/dashboard/sales/${datos.pedido_id}`,
        };
      case 'publicacion':
        return {
          text: t(tipo, { name: datos.de, title: datos.titulo }),
          href: datos.publica ? postPath(datos.publicacion) : ownPostPath(datos.publicacion),
        };
      case 'pregunta':
        return { text: t(tipo, { name: nameOf(datos) }), href: '/dashboard/questions' };
      case 'contestada':
        return {
          text: t(tipo, { name: nameOf(datos) }),
          href: `/profile/questions#${datos.pregunta_id}`,
        };
      case 'marca_fallida':
        return {
          text: t(tipo, { name: nameOf(datos), reason: stampProblem(datos.motivo) }),
          href: '/dashboard/stamps',
        };
      case 'cuarentena':
        return {
          text: t(`cuarentena.${datos.es_suyo ? 'own' : 'staff'}`, { name: nameOf(datos), finding: datos.hallazgo }),
          href: datos.es_suyo ? `/edit/${datos.slug}` : productPath(datos.slug, '', '/moderation'),
        };
      case 'moderacion':
        return {
          text: t(`moderacion.${datos.que}`, {
            name: datos.nombre ? inLanguage(locale, datos.nombre, datos.nombre_en ?? null) : t('moderacion.gone'),
          }),
          href: isForStaff(datos.que) ? '/moderation/reports' : '/profile/moderation',
        };
      case 'producto_editado':
        return {
          text: t(tipo, { name: nameOf(datos), fields: format.list(datos.campos.map((field) => edited(field))) }),
          href: reviewPath(datos.slug),
        };
      case 'logro':
        return { text: t(tipo, { name: earned(`${datos.logro}.name`) }), href: '/profile#achievements' };
    }
  };
}
