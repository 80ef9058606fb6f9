import { getFormatter, getLocale, getTranslations } from 'next-intl/server';
import { Eye, Receipt, Wallet } from '@/components/ui/icons/desk';
import { formatCents } from '@/lib/core/money';
import type { CreatorBalance, CreatorPanel } from '@/lib/creators/types';
import { WithdrawButton } from './withdraw-dialog-client';

const card = 'flex min-h-28 flex-col gap-3 rounded-card border border-line bg-surface p-5 text-left';

type Props = Pick<CreatorPanel, 'views' | 'orders'> & { balance: CreatorBalance };

/** Total views, revenue (which opens the withdraw dialog) and total orders. */
export async function StatCards({ views, orders, balance }: Props) {
  const [t, format, locale] = await Promise.all([getTranslations('dashboard'), getFormatter(), getLocale()]);
  const figure = 'font-display text-3xl font-bold tabular-nums';
  const label = 'flex items-center gap-2 text-sm font-medium text-muted';
  return (
    <div className="grid grid-cols-1 gap-4 sm:grid-cols-3">
      <div className={card}>
        <p className={label}>
          <Eye aria-hidden className="size-4" />
          {t('totalViews')}
        </p>
        <p className={figure}>{format.number(views)}</p>
      </div>
      <WithdrawButton balance={balance} className={`${card} transition hover:border-link`}>
        <span className={label}>
          <Wallet aria-hidden className="size-4" />
          {t('revenue')}
        </span>
        <span className={figure}>{formatCents(balance.totalCents, locale)}</span>
        <span className="text-sm font-semibold text-link">{t('withdraw')}</span>
      </WithdrawButton>
      <div className={card}>
        <p className={label}>
          <Receipt aria-hidden className="size-4" />
          {t('totalOrders')}
        </p>
        <p className={figure}>{format.number(orders)}</p>
      </div>
    </div>
  );
}
