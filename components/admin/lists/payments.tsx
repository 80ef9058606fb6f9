import { getFormatter, getLocale, getTranslations } from 'next-intl/server';
import { z } from 'zod';
import { defineList } from '@/components/panel/define-list';
import { Receipt } from '@/components/ui/icons/desk';
import { inLanguage, names } from '@/lib/catalog/rows';
import { formatCents } from '@/lib/core/money';
import { methods } from '@/lib/payments/methods';
import { paymentStates } from '@/lib/payments/states';
import { MoneyState } from '../money-state';
import { RowLink } from '../row-link';

const row = z
  .object({
    id: z.string(),
    momento: z.string(),
    estado: z.enum(paymentStates),
    metodo: z.enum(methods),
    total_centimos: z.number().int(),
    ...names,
    comprador: z.string(),
  })
  .transform((row) => ({
    id: row.id,
    createdAt: row.momento,
    state: row.estado,
    method: row.metodo,
    /** Cents, or coins for payments in coins. */
    totalCents: row.total_centimos,
    name: row.nombre,
    nameEn: row.nombre_en,
    buyer: row.comprador,
  }));

/** Payments, searched by state, id, reference or buyer. */
export const payments = defineList({
  source: 'pagos',
  row,
  choices: paymentStates,
  orders: ['importe'],
  fileColumns: ['id', 'momento', 'comprador', 'nombre', 'metodo', 'estado', 'total_centimos', 'referencia'],
  async view() {
    const [t, p, format, locale] = await Promise.all([
      getTranslations('admin.paymentList'),
      getTranslations('payment'),
      getFormatter(),
      getLocale(),
    ]);
    return {
      icon: <Receipt />,
      searchLabel: t('search'),
      choiceLabel: t('state'),
      choiceName: (state) => p(`states.${state}`),
      empty: t('empty'),
      failed: t('failed'),
      columns: [
        {
          title: t('date'),
          order: 'fecha',
          className: 'whitespace-nowrap',
          cell: (payment) => format.dateTime(new Date(payment.createdAt), 'moment'),
        },
        {
          title: t('product'),
          cell: (payment) => (
            <RowLink href={`/dashboard-admin/payments/${payment.id}`}>
              {inLanguage(locale, payment.name, payment.nameEn)}
            </RowLink>
          ),
        },
        { title: t('buyer'), cell: (payment) => payment.buyer },
        { title: t('provider'), cell: (payment) => p(`methods.${payment.method}`) },
        {
          title: t('state'),
          className: 'whitespace-nowrap',
          cell: (payment) => <MoneyState state={payment.state} label={p(`states.${payment.state}`)} />,
        },
        {
          title: t('amount'),
          order: 'importe',
          isRight: true,
          className: 'font-semibold tabular-nums',
          cell: (payment) =>
            payment.method === 'uncoins'
              ? p('coins', { count: payment.totalCents })
              : formatCents(payment.totalCents, locale),
        },
      ],
    };
  },
});
