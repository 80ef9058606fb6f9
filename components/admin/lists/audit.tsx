import { getFormatter, getTranslations } from 'next-intl/server';
import { z } from 'zod';
import { defineList } from '@/components/panel/define-list';
import { ScrollText } from '@/components/ui/icons/desk';
import { actNames, actThings } from '@/lib/admin/acts';
import { refundReason } from '@/lib/core/money/refund-reason';
import { ActChanges } from '../act-changes';
import { RowLink } from '../row-link';

const values = z.record(z.string(), z.unknown()).nullable();

const row = z
  .object({
    id: z.string(),
    momento: z.string(),
    accion: z.string(),
    objeto_tipo: z.string(),
    objeto_id: z.string(),
    objeto: z.string().nullable(),
    antes: values,
    despues: values,
    motivo: z.string().nullable(),
    actor: z.string().nullable(),
    actor_id: z.string().nullable(),
  })
  .transform((row) => ({
    id: row.id,
    at: row.momento,
    action: row.accion,
    kind: actThings.find((kind) => kind === row.objeto_tipo) ?? null,
    thingId: row.objeto_id,
    thing: row.objeto,
    before: row.antes ?? {},
    after: row.despues ?? {},
    reason: row.motivo,
    actor: row.actor,
    actorId: row.actor_id,
  }));

/** Panel page of a subject; null if it has none. */
const pages: Record<(typeof actThings)[number], ((id: string) => string) | null> = {
  usuario: (id) => `/dashboard-admin/users/${id}`,
  producto: (id) => `/dashboard-admin/products/${id}`,
  pago: (id) => `/dashboard-admin/payments/${id}`,
  retiro: (id) => `/dashboard-admin/withdrawals/${id}`,
  cupon: () => '/dashboard-admin/coupons',
  tienda: () => '/dashboard-admin',
  caso: () => '/dashboard-admin/cases',
  reporte: () => '/moderation/reports',
  resena: null,
  publicacion: null,
  pregunta: null,
  anuncio: () => '/dashboard-admin/announcements',
  servidor: null,
  webhook: null,
};

/** Acts of the staff, and of creators on their prices and coupons; searched by actor or by the subject's id. */
export const audit = defineList({
  source: 'auditoria',
  row,
  choices: actThings,
  more: { accion: actNames, desde: 'day', hasta: 'day' },
  fileColumns: [
    'id',
    'momento',
    'actor',
    'actor_id',
    'accion',
    'objeto_tipo',
    'objeto_id',
    'objeto',
    'antes_texto',
    'despues_texto',
    'motivo',
  ],
  async view() {
    const [t, acts, reasons, format] = await Promise.all([
      getTranslations('admin.auditList'),
      getTranslations('admin.user'),
      getTranslations('mail.refundReasons'),
      getFormatter(),
    ]);
    return {
      icon: <ScrollText />,
      searchLabel: t('search'),
      choiceLabel: t('kind'),
      choiceName: (kind) => t(`kinds.${kind}`),
      more: [
        { name: 'accion', label: t('act'), options: actNames.map((act) => [act, acts(`acts.${act}`)]) },
        { name: 'desde', label: t('from') },
        { name: 'hasta', label: t('to') },
      ],
      empty: t('empty'),
      failed: t('failed'),
      columns: [
        {
          title: t('date'),
          order: 'fecha',
          className: 'whitespace-nowrap align-top',
          cell: (act) => format.dateTime(new Date(act.at), 'moment'),
        },
        {
          title: t('actor'),
          className: 'align-top',
          cell: (act) =>
            act.actorId ? <RowLink href={`/dashboard-admin/users/${act.actorId}`}>{act.actor}</RowLink> : t('system'),
        },
        {
          title: t('act'),
          className: 'align-top font-semibold',
          cell: (act) => {
            const name = actNames.find((known) => known === act.action);
            return name ? acts(`acts.${name}`) : act.action;
          },
        },
        {
          title: t('thing'),
          className: 'align-top',
          cell: (act) => {
            const page = act.kind && pages[act.kind];
            const name = act.thing ?? (act.kind ? t(`kinds.${act.kind}`) : act.thingId);
            return (
              <>
                {page ? <RowLink href={page(act.thingId)}>{name}</RowLink> : <span>{name}</span>}
                {act.thing && act.kind && <span className="block text-muted">{t(`kinds.${act.kind}`)}</span>}
              </>
            );
          },
        },
        {
          title: t('change'),
          className: 'align-top max-xl:col-span-full',
          cell: (act) => (
            <>
              <ActChanges before={act.before} after={act.after} />
              {act.reason && <p>{t('reason', { reason: refundReason(reasons, act.reason) })}</p>}
            </>
          ),
        },
      ],
    };
  },
});
