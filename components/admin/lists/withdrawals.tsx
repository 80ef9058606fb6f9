import { getFormatter, getLocale, getTranslations } from 'next-intl/server';
import { z } from 'zod';
import { payoutReason } from '@/components/creators/payout-reason';
import { defineList } from '@/components/panel/define-list';
import { Wallet } from '@/components/ui/icons/desk';
import { MailAddress } from '@/components/ui/mail-address';
import { formatCents, toCents } from '@/lib/core/money';
import { withdrawalStates } from '@/lib/creators/types';
import { ApproveMany, ChooseWithdrawal } from '../approve-many-client';
import { MoneyState } from '../money-state';
import { RowLink } from '../row-link';

const row = z
  .object({
    id: z.string(),
    momento: z.string(),
    amount: z.number().transform(toCents),
    paypal_email: z.string(),
    estado: z.enum(withdrawalStates),
    motivo: z.string().nullable(),
    creador: z.string(),
    sancionado: z.boolean(),
  })
  .transform((row) => ({
    id: row.id,
    createdAt: row.momento,
    amountCents: row.amount,
    paypalEmail: row.paypal_email,
    state: row.estado,
    reason: row.motivo,
    creator: row.creador,
    /** True if the creator is banned, disabled or deleted. */
    isSanctioned: row.sancionado,
  }));

/** Withdrawals, searched by creator, PayPal address or id. */
export const withdrawals = defineList({
  source: 'retiros',
  row,
  choices: withdrawalStates,
  orders: ['importe'],
  fileColumns: ['id', 'momento', 'creador', 'paypal_email', 'amount', 'estado', 'motivo'],
  clientMessages: ['admin'],
  async view() {
    const [t, states, reasons, format, locale] = await Promise.all([
      getTranslations('admin.withdrawalList'),
      getTranslations('dashboard.money.states'),
      getTranslations('payoutReasons'),
      getFormatter(),
      getLocale(),
    ]);
    return {
      icon: <Wallet />,
      searchLabel: t('search'),
      choiceLabel: t('state'),
      choiceName: (state) => states(state),
      empty: t('empty'),
      failed: t('failed'),
      action: <ApproveMany />,
      columns: [
        {
          title: t('choose'),
          cell: (item) =>
            item.state === 'solicitado' && (
              <ChooseWithdrawal
                id={item.id}
                creator={item.creator}
                email={item.paypalEmail}
                cents={item.amountCents}
                isSanctioned={item.isSanctioned}
                label={t('chooseOne', { creator: item.creator, amount: formatCents(item.amountCents, locale) })}
              />
            ),
        },
        {
          title: t('date'),
          order: 'fecha',
          className: 'whitespace-nowrap',
          cell: (item) => (
            <RowLink href={`/dashboard-admin/withdrawals/${item.id}`}>
              {format.dateTime(new Date(item.createdAt), 'moment')}
            </RowLink>
          ),
        },
        {
          title: t('creator'),
          className: 'font-semibold',
          cell: (item) => (
            <>
              <span>{item.creator}</span>
              {item.isSanctioned && <span className="block font-normal text-warn">{t('sanctioned')}</span>}
            </>
          ),
        },
        { title: t('email'), cell: (item) => <MailAddress>{item.paypalEmail}</MailAddress> },
        {
          title: t('state'),
          cell: (item) => (
            <>
              <MoneyState state={item.state} label={states(item.state)} />
              {item.reason && <span className="block text-muted">{payoutReason(reasons, item.reason)}</span>}
            </>
          ),
        },
        {
          title: t('amount'),
          order: 'importe',
          className: 'font-semibold whitespace-nowrap tabular-nums',
          cell: (item) => formatCents(item.amountCents, locale),
        },
        {
          title: t('decision'),
          cell: (item) =>
            item.state === 'solicitado' && (
              <RowLink href={`/dashboard-admin/withdrawals/${item.id}`}>{t('review')}</RowLink>
            ),
        },
      ],
    };
  },
});
