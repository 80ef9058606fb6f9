import { getLocale, getTranslations } from 'next-intl/server';
import { Refused } from '@/components/checkout/refused';
import { Button } from '@/components/ui/button';
import { ButtonLink } from '@/components/ui/button-link';
import { Notice } from '@/components/ui/notice';
import { requireMe } from '@/lib/account/server';
import { basketPath, goodsOf, parseBasket } from '@/lib/checkout';
import { refusalMessage } from '@/lib/checkout/answer';
import { anybody } from '@/lib/checkout/gifts';
import { findRecipient } from '@/lib/checkout/gifts/server';
import { isOwned } from '@/lib/checkout/refusals';
import { getBasketItem, quoteBasket } from '@/lib/checkout/server';
import type { Basket, BasketItem, Quote } from '@/lib/checkout/types';
import type { PageQuery } from '@/lib/core/http/page-query';
import { formatCents } from '@/lib/core/money';
import { displayPrice } from '@/lib/pricing';
import { CartItem } from './cart-item';
import { ForgetCart, ForgetLinkedCoupon, RememberCart, RestoreCart } from './cart-memory-client';
import { CartSkeleton } from './cart-skeleton';
import { CouponForm } from './coupon-form-client';
import { EmptyCart } from './empty-cart';
import { MissingBase } from './missing-base';
import { ReservationNotice } from './reservation-notice';
import { Summary } from './summary';

type Query = Promise<PageQuery>;

function toStored(item: BasketItem, { selection, coupon, recipient }: Basket, persona: string) {
  return {
    persona,
    producto: item.slug ? { slug: item.slug, nombre: item.name } : null,
    edicion: selection.edicion ? { id: selection.edicion, nombre: item.edition ?? '' } : null,
    bundle: selection.bundle ? { id: selection.bundle, nombre: item.name } : null,
    precio: displayPrice(item) / 100,
    cupon: coupon,
    destinatario: recipient,
  };
}

async function NothingInCart() {
  const t = await getTranslations('cart');
  return (
    <div className="grid grid-cols-1 gap-5 lg:grid-cols-[minmax(0,1fr)_22rem]">
      <EmptyCart />
      <Summary quote={null}>
        <Button variant="buy" size="large" className="w-full" disabled>
          {t('summary.pay')}
        </Button>
      </Summary>
    </div>
  );
}

/** Shown until the browser's cart is read, which needs scripts. */
async function Waiting() {
  const t = await getTranslations('cart');
  return (
    <>
      <noscript>
        <Notice tone="warn">{t('cartNoScript')}</Notice>
        <ButtonLink href="/" variant="buy" className="mt-4">
          {t('continue')}
        </ButtonLink>
      </noscript>
      <div className="noscript:hidden">
        <CartSkeleton label={t('cartLoading')} />
      </div>
    </>
  );
}

/** Label of the checkout button with the total. */
async function NextLabel({ quote }: { quote: Quote }) {
  const [t, locale] = await Promise.all([getTranslations('cart.summary'), getLocale()]);
  return quote.totalCents === 0 ? t('nextFree') : t('next', { amount: formatCents(quote.totalCents, locale) });
}

/** The signed-in person's cart: one item, its price and the link to the checkout. */
export async function Cart({ query }: { query: Query }) {
  const asked = parseBasket(await query);
  const me = await requireMe(asked ? basketPath('/cart', asked) : '/cart');
  const [t, locale] = await Promise.all([getTranslations('cart'), getLocale()]);
  if (!asked) return <RestoreCart person={me.id} waiting={<Waiting />} empty={<NothingInCart />} />;

  const [item, { quote, basket, couponRefused }, recipient] = await Promise.all([
    getBasketItem(asked.selection, locale),
    quoteBasket(asked),
    asked.recipient ? findRecipient(asked.recipient) : null,
  ]);
  const ready = quote.ok && item !== null;
  const goods = goodsOf(asked);
  return (
    <div className="grid grid-cols-1 items-start gap-5 lg:grid-cols-[minmax(0,1fr)_22rem]">
      <div className="space-y-4">
        {recipient && (
          <Notice tone={quote.ok ? 'good' : 'plain'}>
            {asked.recipient === anybody ? t('linkGift') : t('giftFor', { name: recipient.displayName })}
          </Notice>
        )}
        {item ? <CartItem goods={goods} item={item} quote={quote.ok ? quote.value : null} /> : <EmptyCart />}
        {!item && <ForgetCart goods={goods} />}
        {item && !item.isPack && (quote.ok || !isOwned(quote.error)) && (
          <RememberCart key={goods} goods={goods} item={toStored(item, basket, me.id)} />
        )}
        {!quote.ok && <Refused refusal={quote.error} message={await refusalMessage(quote.error, locale)} />}
        {couponRefused && <Notice tone="bad">{t('coupon.invalid')}</Notice>}
        {couponRefused && asked.selection.producto && <ForgetLinkedCoupon slug={asked.selection.producto} />}
        {quote.ok && quote.value.owned.length > 0 && (
          <Notice tone="warn">{t('bundleOwned', { names: quote.value.owned.join(', ') })}</Notice>
        )}
        {quote.ok && quote.value.missingBase && <MissingBase base={quote.value.missingBase} />}
        {quote.ok && quote.value.isReservation && <ReservationNotice releaseDate={item?.releaseDate ?? null} />}
      </div>
      <Summary quote={quote.ok ? quote.value : null}>
        {ready && !asked.selection.bundle && <CouponForm key={goods} basket={basket} />}
        {ready ? (
          <ButtonLink href={basketPath('/checkout', basket)} variant="buy" size="large" className="w-full">
            <NextLabel quote={quote.value} />
          </ButtonLink>
        ) : (
          <Button variant="buy" size="large" className="w-full" disabled>
            {t('summary.pay')}
          </Button>
        )}
        <ButtonLink href="/" variant="ghost" className="w-full">
          {t('continue')}
        </ButtonLink>
      </Summary>
    </div>
  );
}
