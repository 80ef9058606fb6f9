import { getFormatter, getLocale, getTranslations } from 'next-intl/server';
import { Button } from '@/components/ui/button';
import { classNames } from '@/components/ui/class-names';
import { Link } from '@/components/ui/link-client';
import { dayInSpain } from '@/lib/core/day';
import { formatCents } from '@/lib/core/money';
import { shortId } from '@/lib/core/short-id';
import type { Movement, Withdrawal } from '@/lib/creators/types';
import { CancelWithdrawal } from './cancel-withdrawal-client';
import { payoutReason } from './payout-reason';

const stateColors = {
  solicitado: 'text-warn',
  en_proceso: 'text-warn',
  pagado: 'text-good',
  rechazado: 'text-bad',
  fallido: 'text-bad',
  cancelado: 'text-muted',
} as const;

const box = 'divide-y divide-line rounded-card border border-line bg-surface px-5';

async function Withdrawals({ withdrawals }: { withdrawals: Withdrawal[] }) {
  const [t, reasons, format, locale] = await Promise.all([
    getTranslations('dashboard.money'),
    getTranslations('payoutReasons'),
    getFormatter(),
    getLocale(),
  ]);
  if (withdrawals.length === 0) return <p className="text-muted">{t('noWithdrawals')}</p>;
  return (
    <ul className={box}>
      {withdrawals.map((item) => (
        <li key={item.id} className="flex items-baseline justify-between gap-4 py-3 text-sm">
          <span className="min-w-0">
            <b className={stateColors[item.state]}>{t(`states.${item.state}`)}</b>
            <span className="text-muted"> · {format.dateTime(new Date(item.createdAt), 'day')}</span>
            <span className="block break-all text-muted">{item.paypalEmail}</span>
            {item.reason && (
              <span className="block">{t('reason', { reason: payoutReason(reasons, item.reason) })}</span>
            )}
            {item.wait && item.waitUntil && (
              <span className="block font-semibold text-warn">
                {t(`waits.${item.wait}`, {
                  email: item.paypalEmail,
                  date: format.dateTime(new Date(item.waitUntil), 'day'),
                })}
              </span>
            )}
            {item.state === 'solicitado' && (
              <CancelWithdrawal id={item.id} amount={formatCents(item.amountCents, locale)} email={item.paypalEmail} />
            )}
          </span>
          <b className="shrink-0 tabular-nums">{formatCents(item.amountCents, locale)}</b>
        </li>
      ))}
    </ul>
  );
}

async function Movements({ movements }: { movements: Movement[] }) {
  const [t, format, locale] = await Promise.all([getTranslations('dashboard.money'), getFormatter(), getLocale()]);
  if (movements.length === 0) return <p className="text-muted">{t('noMovements')}</p>;
  return (
    <ul className={box}>
      {movements.map((item) => (
        <li key={item.id} className="flex items-baseline justify-between gap-4 py-3 text-sm">
          <span className="min-w-0">
            {item.orderId ? (
              <Link href={`/dashboard/sales/${item.orderId}`} className="font-semibold text-link hover:underline">
                <span>{t(`concepts.${item.concept}`)}</span>
                {item.product && <span>{` · ${item.product}`}</span>}
              </Link>
            ) : (
              <b>{t(`concepts.${item.concept}`)}</b>
            )}
            <span className="block text-muted">
              <span>{format.dateTime(new Date(item.createdAt), 'moment')}</span>
              {item.orderId && <span>{` · ${t('order', { id: shortId(item.orderId) })}`}</span>}
              {item.withdrawalId && <span>{` · ${t('withdrawal', { id: shortId(item.withdrawalId) })}`}</span>}
            </span>
          </span>
          <b className={classNames('shrink-0 tabular-nums', item.cents > 0 ? 'text-good' : 'text-ink')}>
            {item.cents > 0 && <span>+</span>}
            <span>{formatCents(item.cents, locale)}</span>
          </b>
        </li>
      ))}
    </ul>
  );
}

/** Withdrawals with their states, the last movements, and monthly statements. */
export async function MoneyHistory({ withdrawals, movements }: { withdrawals: Withdrawal[]; movements: Movement[] }) {
  const t = await getTranslations('dashboard.money');
  const month = dayInSpain().slice(0, 7);
  return (
    <div className="grid grid-cols-1 items-start gap-8 lg:grid-cols-2">
      <section aria-labelledby="withdrawals" className="space-y-4">
        <h2 id="withdrawals" className="text-xl font-bold">
          {t('withdrawals')}
        </h2>
        <Withdrawals withdrawals={withdrawals} />
      </section>
      <section aria-labelledby="movements" className="space-y-4">
        <h2 id="movements" className="text-xl font-bold">
          {t('movements')}
        </h2>
        <Movements movements={movements} />
        <form action="/api/creator/statement" className="flex flex-wrap items-end gap-3">
          <label className="text-sm font-medium">
            {t('month')}
            <input
              type="month"
              name="mes"
              defaultValue={month}
              max={month}
              required
              className="mt-1.5 block h-12 rounded-control border border-edge bg-canvas px-3.5"
            />
          </label>
          <Button type="submit" name="formato" value="csv">
            {t('statementCsv')}
          </Button>
          <Button type="submit" name="formato" value="pdf">
            {t('statementPdf')}
          </Button>
        </form>
      </section>
    </div>
  );
}
