import { Wallet } from 'lucide-react';
import Link from 'next/link';
import { getFormatter, getLocale, getTranslations } from 'next-intl/server';
import { ClientMessages } from '@/components/i18n/client-messages';
import { ButtonLink } from '@/components/ui/button-link';
import { classNames } from '@/components/ui/class-names';
import { EmptyState } from '@/components/ui/empty-state';
import { listAllWithdrawals, type WithdrawalFilter, withdrawalStates } from '@/lib/admin/withdrawals';
import { formatCents } from '@/lib/money';
import { ResolveWithdrawal } from './resolve-withdrawal-client';

const address = (filter: WithdrawalFilter) =>
  `/dashboard-admin/withdrawals?${new URLSearchParams({
    ...(filter.state ? { estado: filter.state } : {}),
    ...(filter.before ? { antes: filter.before } : {}),
  })}`;

/** What creators ask for, and what became of it. */
export async function WithdrawalsTable({ filter }: { filter: WithdrawalFilter }) {
  const [t, states, format, locale, { withdrawals, next }] = await Promise.all([
    getTranslations('admin.withdrawalList'),
    getTranslations('dashboard.money.states'),
    getFormatter(),
    getLocale(),
    listAllWithdrawals(filter),
  ]);
  return (
    <ClientMessages namespaces={['admin']}>
      <div className="space-y-5">
        <nav aria-label={t('filter')} className="flex flex-wrap gap-1">
          {[null, ...withdrawalStates].map((state) => (
            <Link
              key={state}
              href={address({ state, before: null })}
              aria-current={state === filter.state ? 'page' : undefined}
              className={classNames(
                'inline-flex min-h-11 items-center rounded-control px-4 text-sm font-semibold',
                state === filter.state ? 'bg-raised text-ink' : 'text-muted hover:bg-raised',
              )}
            >
              {state ? states(state) : t('all')}
            </Link>
          ))}
        </nav>
        {withdrawals.length === 0 ? (
          <EmptyState icon={<Wallet />} title={t('empty')} />
        ) : (
          <ul className="space-y-3">
            {withdrawals.map((item) => (
              <li key={item.id}>
                <article className="flex flex-wrap items-center justify-between gap-4 rounded-card border border-line bg-surface p-4">
                  <div className="min-w-0">
                    <h2 className="font-bold">{item.creator}</h2>
                    <p className="text-sm break-all text-muted">{item.paypalEmail}</p>
                    <p className="text-sm text-muted">
                      {format.dateTime(new Date(item.createdAt), 'moment')} · {states(item.state)}
                      {item.reason && ` · ${item.reason}`}
                    </p>
                  </div>
                  <div className="flex flex-wrap items-center gap-3">
                    <b className="font-display text-xl tabular-nums">{formatCents(item.amountCents, locale)}</b>
                    {item.state === 'solicitado' && (
                      <ResolveWithdrawal id={item.id} amount={formatCents(item.amountCents, locale)} />
                    )}
                  </div>
                </article>
              </li>
            ))}
          </ul>
        )}
        {next && <ButtonLink href={address({ ...filter, before: next })}>{t('older')}</ButtonLink>}
      </div>
    </ClientMessages>
  );
}
