import { getLocale, getTranslations } from 'next-intl/server';
import { InvoiceButton } from '@/components/orders/invoice-button-client';
import { Coins } from '@/components/ui/icons/shop';
import { Link } from '@/components/ui/link-client';
import { PageLinks } from '@/components/ui/page-links';
import { Time } from '@/components/ui/time';
import { requireMe } from '@/lib/account/server';
import type { PageQuery } from '@/lib/core/http/page-query';
import { formatCents } from '@/lib/core/money';
import { listRecharges } from '@/lib/orders/payments/lists';

/** A person's coin packs, each with its invoice; renders nothing without any. */
export async function Recharges({ query }: { query: Promise<PageQuery> }) {
  const { recargas: after } = await query;
  const me = await requireMe('/profile/orders', query);
  const [t, locale] = await Promise.all([getTranslations('orders'), getLocale()]);
  const { recharges, next } = await listRecharges(me.id, locale, after);
  if (recharges.length === 0) return null;
  return (
    <section aria-labelledby="recharges" className="mt-10">
      <h2 id="recharges" className="mb-3 text-xl font-bold">
        {t('recharges')}
      </h2>
      <ul className="divide-y divide-line rounded-card border border-line bg-surface px-4">
        {recharges.map(({ id, name, totalCents, createdAt }) => (
          <li key={id} className="flex flex-wrap items-center gap-x-4 gap-y-1 py-3">
            <Coins aria-hidden className="size-5 shrink-0 text-club-ink" />
            <Link
              href={`/profile/payment/${id}`}
              className="flex min-h-11 min-w-40 flex-1 flex-col justify-center hover:text-link"
            >
              <b>{name}</b>
              <Time at={createdAt} look="day" className="text-sm text-muted" />
            </Link>
            <span className="font-display font-bold tabular-nums">{formatCents(totalCents, locale)}</span>
            <InvoiceButton id={id} />
          </li>
        ))}
      </ul>
      <PageLinks
        newest={after && '/profile/orders'}
        older={next && `/profile/orders?recargas=${encodeURIComponent(next)}`}
        labels={{ older: t('olderRecharges') }}
        className="mt-4"
      />
    </section>
  );
}
