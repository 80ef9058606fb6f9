import { getFormatter, getLocale, getTranslations } from 'next-intl/server';
import { z } from 'zod';
import { defineList } from '@/components/panel/define-list';
import { Crown } from '@/components/ui/icons/shop';
import { chargeStates, clubPlans } from '@/lib/club';
import { formatCents } from '@/lib/core/money';
import { RowLink } from '../row-link';

const row = z
  .object({
    id: z.string(),
    momento: z.string(),
    estado: z.enum(chargeStates),
    plan: z.enum(clubPlans),
    centimos: z.number().int(),
    devuelto_centimos: z.number().int(),
    factura_proveedor: z.string(),
    factura: z.string().nullable(),
    socio: z.string(),
    user_id: z.string(),
  })
  .transform((row) => ({
    id: row.id,
    bookedAt: row.momento,
    state: row.estado,
    plan: row.plan,
    cents: row.centimos,
    returnedCents: row.devuelto_centimos,
    providerInvoice: row.factura_proveedor,
    invoice: row.factura,
    member: row.socio,
    memberId: row.user_id,
  }));

/** Club charges, searched by member, provider ids or state. */
export const charges = defineList({
  source: 'cargos',
  row,
  choices: chargeStates,
  orders: ['importe'],
  fileColumns: [
    'id',
    'momento',
    'socio',
    'plan',
    'estado',
    'centimos',
    'devuelto_centimos',
    'periodo_inicio',
    'periodo_fin',
    'pagado_at',
    'factura',
    'factura_proveedor',
    'cargo',
  ],
  async view() {
    const [t, c, format, locale] = await Promise.all([
      getTranslations('admin.chargeList'),
      getTranslations('club.charges'),
      getFormatter(),
      getLocale(),
    ]);
    return {
      icon: <Crown />,
      searchLabel: t('search'),
      choiceLabel: t('state'),
      choiceName: (state) => c(`states.${state}`),
      empty: t('empty'),
      failed: t('failed'),
      columns: [
        {
          title: t('date'),
          order: 'fecha',
          className: 'whitespace-nowrap',
          cell: (charge) => format.dateTime(new Date(charge.bookedAt), 'moment'),
        },
        {
          title: t('member'),
          cell: (charge) => <RowLink href={`/dashboard-admin/users/${charge.memberId}`}>{charge.member}</RowLink>,
        },
        { title: t('plan'), cell: (charge) => c(`plans.${charge.plan}`) },
        { title: t('state'), className: 'whitespace-nowrap', cell: (charge) => c(`states.${charge.state}`) },
        { title: t('invoice'), className: 'whitespace-nowrap tabular-nums', cell: (charge) => charge.invoice },
        { title: t('providerInvoice'), className: 'font-mono text-xs', cell: (charge) => charge.providerInvoice },
        {
          title: t('returned'),
          isRight: true,
          className: 'tabular-nums',
          cell: (charge) => charge.returnedCents > 0 && formatCents(charge.returnedCents, locale),
        },
        {
          title: t('amount'),
          order: 'importe',
          isRight: true,
          className: 'font-semibold tabular-nums',
          cell: (charge) => formatCents(charge.cents, locale),
        },
      ],
    };
  },
});
