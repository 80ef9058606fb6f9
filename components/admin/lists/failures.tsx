import { getFormatter, getLocale, getTranslations } from 'next-intl/server';
import { z } from 'zod';
import { defineList } from '@/components/panel/define-list';
import { CircleAlert } from '@/components/ui/icons/desk';
import { formatCents } from '@/lib/core/money';
import { RowLink } from '../row-link';

const kinds = ['pago', 'atascado', 'no_entregado', 'reembolso', 'reembolso_espera', 'cargo', 'evento'] as const;

const row = z
  .object({
    id: z.string(),
    momento: z.string(),
    tipo: z.enum(kinds),
    motivo: z.string().nullable(),
    centimos: z.number().int().nullable(),
    metodo: z.string(),
    referencia: z.string().nullable(),
    pago_id: z.string().nullable(),
    persona_id: z.string().nullable(),
    persona: z.string().nullable(),
  })
  .transform((row) => ({
    id: row.id,
    happenedAt: row.momento,
    kind: row.tipo,
    reason: row.motivo,
    /** Cents, or coins for payments in coins; null for events. */
    cents: row.centimos,
    method: row.metodo,
    reference: row.referencia,
    paymentId: row.pago_id,
    personId: row.persona_id,
    person: row.persona,
  }));

type Failure = z.output<typeof row>;

/** Link of a row: its payment, its event, or its member's charges. */
function linkOf({ kind, paymentId, reference }: Failure): string {
  if (paymentId) return `/dashboard-admin/payments/${paymentId}`;
  const query = new URLSearchParams({ q: reference ?? '' });
  return `/dashboard-admin/${kind === 'evento' ? 'events' : 'charges'}?${query}`;
}

/** Failed or overdue payments, refunds and charges, and unprocessed events. */
export const failures = defineList({
  source: 'fallos',
  row,
  choices: kinds,
  fileColumns: ['id', 'momento', 'tipo', 'estado', 'motivo', 'persona', 'metodo', 'referencia', 'centimos'],
  async view() {
    const [t, p, format, locale] = await Promise.all([
      getTranslations('admin.failureList'),
      getTranslations('payment'),
      getFormatter(),
      getLocale(),
    ]);
    return {
      icon: <CircleAlert />,
      searchLabel: t('search'),
      choiceLabel: t('kind'),
      choiceName: (kind) => t(`kinds.${kind}`),
      empty: t('empty'),
      failed: t('failed'),
      columns: [
        {
          title: t('date'),
          order: 'fecha',
          className: 'whitespace-nowrap',
          cell: (failure) => format.dateTime(new Date(failure.happenedAt), 'moment'),
        },
        {
          title: t('kind'),
          cell: (failure) => <RowLink href={linkOf(failure)}>{t(`kinds.${failure.kind}`)}</RowLink>,
        },
        {
          title: t('person'),
          cell: (failure) =>
            failure.personId && (
              <RowLink href={`/dashboard-admin/users/${failure.personId}`}>{failure.person ?? '—'}</RowLink>
            ),
        },
        { title: t('reason'), className: 'max-w-80 break-words', cell: (failure) => failure.reason },
        {
          title: t('reference'),
          className: 'min-w-40 font-mono text-xs wrap-anywhere',
          cell: (failure) => failure.reference,
        },
        {
          title: t('amount'),
          isRight: true,
          className: 'font-semibold tabular-nums whitespace-nowrap',
          cell: (failure) =>
            failure.cents !== null &&
            (failure.method === 'uncoins' ? p('coins', { count: failure.cents }) : formatCents(failure.cents, locale)),
        },
      ],
    };
  },
});
