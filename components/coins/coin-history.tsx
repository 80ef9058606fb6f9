import { getFormatter, getLocale, getTranslations } from 'next-intl/server';
import { classNames } from '@/components/ui/class-names';
import { EmptyState } from '@/components/ui/empty-state';
import { Coins } from '@/components/ui/icons/shop';
import { Link } from '@/components/ui/link-client';
import { PageLinks } from '@/components/ui/page-links';
import { requireMe } from '@/lib/account/server';
import { getCoinPacks } from '@/lib/coins/packs';
import { parseBefore } from '@/lib/core/http/page';
import type { PageQuery } from '@/lib/core/http/page-query';
import { formatCents } from '@/lib/core/money';
import { type CoinMovement, listCoinMovements } from '@/lib/orders/coin-movements';

async function Packs() {
  const [t, locale, packs] = await Promise.all([getTranslations('coins'), getLocale(), getCoinPacks()]);
  return (
    <section aria-labelledby="packs" className="space-y-3">
      <h2 id="packs" className="text-xl font-bold">
        {t('buy')}
      </h2>
      <ul className="grid grid-cols-1 gap-3 sm:grid-cols-3">
        {packs.map((pack) => (
          <li key={pack.slug}>
            <Link
              href={`/checkout?producto=${pack.slug}`}
              className="flex min-h-24 flex-col items-center justify-center gap-1 rounded-card border border-line bg-surface p-4 hover:border-link"
            >
              <span className="flex items-center gap-2 font-display text-xl font-bold">
                <Coins aria-hidden className="size-5 text-club-ink" />
                {t('pack', { count: pack.coins })}
              </span>
              <span className="text-muted tabular-nums">{formatCents(pack.priceCents, locale)}</span>
            </Link>
          </li>
        ))}
      </ul>
      <p className="text-sm text-muted">{t('onlyCard')}</p>
    </section>
  );
}

async function Movement({ item }: { item: CoinMovement }) {
  const [t, format] = await Promise.all([getTranslations('coins'), getFormatter()]);
  return (
    <li className="flex items-baseline justify-between gap-4 py-3">
      <span className="min-w-0">
        <b>{t(`concepts.${item.concept}`)}</b>
        <span className="block text-sm text-muted">
          <span>{format.dateTime(new Date(item.createdAt), 'moment')}</span>
          {item.name && item.paymentId && (
            <>
              {' · '}
              <Link
                href={`/profile/payment/${item.paymentId}`}
                className="wrap-anywhere text-link underline underline-offset-4"
              >
                {item.name}
              </Link>
            </>
          )}
        </span>
      </span>
      <b className={classNames('shrink-0 tabular-nums', item.coins > 0 ? 'text-good' : 'text-ink')}>
        {item.coins > 0 && <span>+</span>}
        <span>{format.number(item.coins)}</span>
      </b>
    </li>
  );
}

/** Coin balance, packs on sale, and movements (`?antes=` for older ones). */
export async function CoinHistory({ query }: { query: Promise<PageQuery> }) {
  const { antes } = await query;
  const before = parseBefore(antes);
  const me = await requireMe('/profile/coins', query);
  const locale = await getLocale();
  const [t, format, { movements, next }] = await Promise.all([
    getTranslations('coins'),
    getFormatter(),
    listCoinMovements(me.id, before, locale),
  ]);
  return (
    <div className="space-y-6">
      <p className="flex items-center gap-3 rounded-card border border-line bg-surface p-5">
        <Coins aria-hidden className="size-8 text-club-ink" />
        <span>
          <span className="block text-sm text-muted">{t('balance')}</span>
          <b className="font-display text-3xl tabular-nums">{format.number(me.uncoins)}</b>
        </span>
      </p>
      <p className="max-w-2xl text-muted">{t('about')}</p>
      <Packs />
      <section aria-labelledby="movements" className="space-y-3">
        <h2 id="movements" className="text-xl font-bold">
          {t('movements')}
        </h2>
        {movements.length === 0 ? (
          <EmptyState icon={<Coins />} title={t('empty')} />
        ) : (
          <ul className="divide-y divide-line rounded-card border border-line bg-surface px-5">
            {movements.map((item) => (
              <Movement key={item.id} item={item} />
            ))}
          </ul>
        )}
        <PageLinks
          newest={before !== null && '/profile/coins'}
          older={next !== null && `/profile/coins?antes=${next}`}
          labels={{ older: t('older') }}
          className="mt-4"
        />
      </section>
    </div>
  );
}
