import { redirect } from 'next/navigation';
import { getLocale, getTranslations } from 'next-intl/server';
import { BasketCover, BundleContents } from '@/components/checkout/cart/cart-item';
import { ReservationNotice } from '@/components/checkout/cart/reservation-notice';
import { QuotedPrice, Summary } from '@/components/checkout/cart/summary';
import { ButtonLink } from '@/components/ui/button-link';
import { MoreClientMessages } from '@/components/ui/i18n/client-messages';
import { Notice } from '@/components/ui/notice';
import { requireMe } from '@/lib/account/server';
import type { Me } from '@/lib/account/types';
import { basketPath, parseBasket } from '@/lib/checkout';
import { refusalMessage } from '@/lib/checkout/answer';
import { needsConsent } from '@/lib/checkout/consent';
import { readGiftForm } from '@/lib/checkout/gifts/form';
import { findRecipient } from '@/lib/checkout/gifts/server';
import { type MethodQuotes, quoteCheckout } from '@/lib/checkout/quote-methods';
import { getBasketItem } from '@/lib/checkout/server';
import type { Basket, BasketItem, Quote } from '@/lib/checkout/types';
import { formatCents } from '@/lib/core/money';
import { offeredMethods } from '@/lib/payments/methods';
import { CheckoutPanels } from './checkout-panels-client';
import { describeMethods } from './describe-methods';

type Query = Promise<Record<string, string | string[] | undefined>>;

async function Bought({ item }: { item: BasketItem }) {
  const t = await getTranslations('cart');
  return (
    <div className="flex flex-wrap gap-x-4">
      <BasketCover item={item} />
      <div className="min-w-0 flex-1 space-y-1">
        <p className="font-bold">{item.name}</p>
        {item.edition && <p className="text-sm">{t('edition', { name: item.edition })}</p>}
        {!item.slug && <p className="text-sm">{t('bundle')}</p>}
        {item.creator && !item.isPack && <p className="text-sm text-muted">{t('by', { name: item.creator })}</p>}
      </div>
      <BundleContents item={item} />
    </div>
  );
}

type PayableProps = {
  basket: Basket;
  item: BasketItem | null;
  card: Quote;
  quotes: MethodQuotes;
  knownName: string;
  me: Me;
  isCancelled: boolean;
  coupon: boolean;
};

/** A purchase that can be paid: the form, and a summary for each payment method. */
async function Payable({ basket, item, card, quotes, knownName, me, isCancelled, coupon }: PayableProps) {
  const [t, cart, locale] = await Promise.all([getTranslations('checkout'), getTranslations('cart'), getLocale()]);
  const recipient = basket.recipient ? await findRecipient(basket.recipient) : null;
  const offered = offeredMethods.flatMap((method) => {
    const quote = quotes[method];
    return quote ? [{ method, quote, inCoins: method === 'uncoins' }] : [];
  });
  const panels = (
    <CheckoutPanels
      basket={basket}
      isFree={card.totalCents === 0}
      asksName={!card.isRecharge}
      asksConsent={needsConsent(card)}
      knownName={knownName}
      gift={recipient && (await readGiftForm(me.id, recipient))}
      isCancelled={isCancelled}
      options={await describeMethods(quotes, me.uncoins)}
      payLabels={Object.fromEntries(
        offered.map(({ method, quote: { totalCents }, inCoins }) => [
          method,
          inCoins ? t('payCoins', { count: totalCents }) : t('pay', { amount: formatCents(totalCents, locale) }),
        ]),
      )}
      summary={{
        title: cart('summary.title'),
        top: item && <Bought item={item} />,
        prices: Object.fromEntries(
          offered.map(({ method, quote, inCoins }) => [
            method,
            <QuotedPrice key={method} quote={quote} inCoins={inCoins} />,
          ]),
        ),
        bottom: (
          <ButtonLink href={basketPath('/cart', basket)} variant="ghost" className="w-full">
            {t('back')}
          </ButtonLink>
        ),
      }}
      notices={
        <>
          {coupon && <Notice tone="bad">{cart('coupon.invalid')}</Notice>}
          {card.isReservation && <ReservationNotice releaseDate={item?.releaseDate ?? null} />}
          {card.isRecharge && <Notice tone="plain">{t('onlyCard')}</Notice>}
          {card.owned.length > 0 && (
            <Notice tone="warn">{cart('bundleOwned', { names: card.owned.join(', ') })}</Notice>
          )}
        </>
      }
    />
  );
  return recipient ? <MoreClientMessages namespaces={['gifts']}>{panels}</MoreClientMessages> : panels;
}

/**
 * Payment method, Minecraft name and summary. Without a selection it redirects to the home page, without a person to
 * the login.
 */
export async function Checkout({ query }: { query: Query }) {
  const parameters = await query;
  const asked = parseBasket(parameters);
  const me = await requireMe(asked ? basketPath('/checkout', asked) : '/');
  if (!asked) redirect('/');
  const locale = await getLocale();
  const [item, { quote, quotes, knownName, basket, couponRefused }] = await Promise.all([
    getBasketItem(asked.selection, locale),
    quoteCheckout(asked, me.id),
  ]);
  if (quote.ok) {
    return (
      <Payable
        basket={basket}
        item={item}
        card={quote.value}
        quotes={quotes}
        knownName={knownName}
        me={me}
        coupon={couponRefused}
        isCancelled={parameters.cancelado === '1'}
      />
    );
  }
  if (quote.error === 'no_existe') redirect('/');
  const cart = await getTranslations('cart');
  return (
    <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_22rem]">
      <Notice tone="warn" className="flex flex-wrap items-center justify-between gap-3">
        {await refusalMessage(quote.error, locale)}
        {quote.error === 'ya_lo_tienes' && <ButtonLink href="/profile/orders">{cart('seeOrders')}</ButtonLink>}
        {quote.error === 'requiere_club' && <ButtonLink href="/club">{cart('joinClub')}</ButtonLink>}
      </Notice>
      <Summary quote={null} top={item && <Bought item={item} />} />
    </div>
  );
}
