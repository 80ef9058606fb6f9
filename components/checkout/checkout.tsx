import { redirect } from 'next/navigation';
import { getLocale, getTranslations } from 'next-intl/server';
import { BasketCover } from '@/components/cart/cart-item';
import { Summary } from '@/components/cart/summary';
import { ButtonLink } from '@/components/ui/button-link';
import { Notice } from '@/components/ui/notice';
import { requireMe } from '@/lib/account/server';
import { basketPath, parseBasket } from '@/lib/checkout';
import { refusalMessage } from '@/lib/checkout/answer';
import { getBasketItem, lastMinecraftName, quoteBasket } from '@/lib/checkout/server';
import type { BasketItem } from '@/lib/checkout/types';
import { formatCents } from '@/lib/money';
import { PayForm } from './pay-form-client';

type Query = Promise<Record<string, string | string[] | undefined>>;

async function Bought({ item }: { item: BasketItem }) {
  const t = await getTranslations('cart');
  return (
    <div className="flex gap-4">
      <BasketCover item={item} />
      <div className="min-w-0 space-y-1">
        <p className="font-bold">{item.name}</p>
        {item.edition && <p className="text-sm">{t('edition', { name: item.edition })}</p>}
        {!item.slug && <p className="text-sm">{t('bundle')}</p>}
        {item.creator && <p className="text-sm text-muted">{t('by', { name: item.creator })}</p>}
      </div>
    </div>
  );
}

/** Payment method, Minecraft name and summary (SPEC §2 Checkout). Nothing to buy leads home, nobody to the login. */
export async function Checkout({ query }: { query: Query }) {
  const parameters = await query;
  const asked = parseBasket(parameters);
  const me = await requireMe(asked ? basketPath('/checkout', asked) : '/');
  if (!asked) redirect('/');
  const [t, cart, locale] = await Promise.all([getTranslations('checkout'), getTranslations('cart'), getLocale()]);
  const [item, { quote, basket, couponRefused }, knownName] = await Promise.all([
    getBasketItem(asked.selection, locale),
    quoteBasket(asked, me.id),
    lastMinecraftName(me.id),
  ]);
  if (!quote.ok && quote.error === 'no_existe') redirect('/');
  return (
    <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_22rem]">
      <div className="space-y-4">
        {couponRefused && <Notice tone="bad">{cart('coupon.invalid')}</Notice>}
        {quote.ok && quote.value.isReservation && <Notice tone="plain">{cart('reservation')}</Notice>}
        {quote.ok ? (
          <PayForm
            basket={basket}
            isFree={quote.value.totalCents === 0}
            amount={formatCents(quote.value.totalCents, locale)}
            knownName={knownName}
            isCancelled={parameters.cancelado === '1'}
          />
        ) : (
          <Notice tone="warn" className="flex flex-wrap items-center justify-between gap-3">
            {await refusalMessage(quote.error, locale)}
            {quote.error === 'ya_lo_tienes' && <ButtonLink href="/profile/orders">{cart('seeOrders')}</ButtonLink>}
          </Notice>
        )}
      </div>
      <Summary quote={quote.ok ? quote.value : null} top={item && <Bought item={item} />}>
        <ButtonLink href={basketPath('/cart', basket)} variant="ghost" className="w-full">
          {t('back')}
        </ButtonLink>
      </Summary>
    </div>
  );
}
