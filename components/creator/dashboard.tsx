import { PackagePlus } from 'lucide-react';
import Link from 'next/link';
import { getLocale, getTranslations } from 'next-intl/server';
import { ClientMessages } from '@/components/i18n/client-messages';
import { ButtonLink } from '@/components/ui/button-link';
import { classNames } from '@/components/ui/class-names';
import { EmptyState } from '@/components/ui/empty-state';
import { requireMe } from '@/lib/account/server';
import { getBalance, getPanel, listMovements, listWithdrawals, type Span, spans } from '@/lib/creators/server';
import { parseProductView } from '@/lib/creators/sort';
import { Balance } from './balance';
import { Charts } from './charts-client';
import { MoneyHistory } from './money-history';
import { ProductTable } from './product-table';
import { StatCards } from './stat-cards';

type Query = Promise<Record<string, string | string[] | undefined>>;

async function SpanChoice({ span }: { span: Span }) {
  const t = await getTranslations('dashboard');
  return (
    <nav aria-label={t('span')} className="flex flex-wrap gap-1">
      {spans.map((days) => (
        <Link
          key={days}
          href={`/dashboard?dias=${days}`}
          scroll={false}
          aria-current={days === span ? 'page' : undefined}
          className={classNames(
            'inline-flex min-h-11 items-center rounded-control px-4 font-semibold',
            days === span ? 'bg-raised text-ink' : 'text-muted hover:bg-raised',
          )}
        >
          {t('days', { count: days })}
        </Link>
      ))}
    </nav>
  );
}

/** A creator's figures, products and money (SPEC §2 Creator dashboard). */
export async function Dashboard({ query }: { query: Query }) {
  const parameters = await query;
  const wanted = Number(parameters.dias);
  const span = spans.find((days) => days === wanted) ?? 30;
  const me = await requireMe('/dashboard');
  const [t, locale] = await Promise.all([getTranslations('dashboard'), getLocale()]);
  const [panel, balance, withdrawals, movements] = await Promise.all([
    getPanel(span, locale),
    getBalance(),
    listWithdrawals(me.id),
    listMovements({ from: null, to: null }, 20),
  ]);
  return (
    <ClientMessages namespaces={['dashboard']}>
      <div className="space-y-8">
        <div className="flex flex-wrap items-center justify-between gap-3">
          <h1 className="text-3xl font-extrabold">{t('title')}</h1>
          <ButtonLink href="/publicar" variant="buy">
            <PackagePlus aria-hidden className="size-5" />
            {t('publish')}
          </ButtonLink>
        </div>
        <StatCards products={panel.products} balance={balance} />
        <section aria-labelledby="charts" className="space-y-4">
          <div className="flex flex-wrap items-center justify-between gap-3">
            <h2 id="charts" className="text-xl font-bold">
              {t('charts')}
            </h2>
            <SpanChoice span={span} />
          </div>
          <Charts days={panel.days} />
          <ButtonLink href={`/api/creator/stats?dias=${span}`} prefetch={false}>
            {t('exportStats')}
          </ButtonLink>
        </section>
        <section aria-labelledby="products" className="space-y-4">
          <h2 id="products" className="text-xl font-bold">
            {t('products')}
          </h2>
          {panel.products.length === 0 ? (
            <EmptyState icon={<PackagePlus />} title={t('noProducts')}>
              <ButtonLink href="/publicar" variant="buy">
                {t('publish')}
              </ButtonLink>
            </EmptyState>
          ) : (
            <ProductTable products={panel.products} view={parseProductView(parameters)} span={span} />
          )}
        </section>
        <Balance balance={balance} />
        <MoneyHistory withdrawals={withdrawals} movements={movements} />
      </div>
    </ClientMessages>
  );
}
