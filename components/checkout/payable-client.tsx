'use client';

import { useLocale, useTranslations } from 'next-intl';
import { useState } from 'react';
import { ButtonLink } from '@/components/ui/button-link';
import { Notice } from '@/components/ui/notice';
import { basketPath } from '@/lib/checkout';
import { needsConsent } from '@/lib/checkout/consent';
import type { GiftForm } from '@/lib/checkout/gifts';
import type { Basket, BasketItem, MethodQuotes, Quote } from '@/lib/checkout/types';
import { formatCents } from '@/lib/core/money';
import type { OfferedMethod } from '@/lib/payments/methods';
import { Bought } from './bought';
import { ReservationNotice } from './cart/reservation-notice';
import { QuotedPrice } from './cart/summary';
import { SummaryFrame } from './cart/summary-frame';
import { PayForm } from './pay-form-client';
import { useMethodOptions } from './use-method-options';

type Props = {
  item: BasketItem | null;
  /** The basket to buy, without an invalid coupon. */
  basket: Basket;
  couponRefused: boolean;
  card: Quote;
  quotes: MethodQuotes;
  /** Coins of the buyer. */
  balance: number;
  /** Price of a coin in the cheapest pack, in cents; null if none is sold. */
  coinCents: number | null;
  knownName: string;
  /** Minimum length of a Minecraft name. */
  leastName: number;
  /** Set for a gift. */
  gift: GiftForm | null;
  /** The buyer returned from the provider's page without paying. */
  isCancelled: boolean;
};

/**
 * A payable purchase: the summary that follows the selected payment method, beside the form or, on phones, above it. It
 * renders from the quotes alone, so that the page sends no second copy of its content.
 */
export function Payable({
  item,
  basket,
  couponRefused,
  card,
  quotes,
  balance,
  coinCents,
  knownName,
  leastName,
  gift,
  isCancelled,
}: Props) {
  const t = useTranslations('checkout');
  const cart = useTranslations('cart');
  const locale = useLocale();
  const [picked, setPicked] = useState<OfferedMethod | null>(null);
  const options = useMethodOptions(quotes, balance, coinCents);
  const usable = options.filter(({ disabled }) => !disabled).map((option) => option.method);
  const method = usable.find((name) => name === picked) ?? usable[0] ?? null;
  const quote = (method && quotes[method]) ?? card;
  const inCoins = method === 'uncoins';
  return (
    <div className="grid grid-cols-1 items-start gap-5 lg:grid-cols-[minmax(0,1fr)_22rem]">
      <div aria-live="polite" className="lg:order-last">
        <SummaryFrame title={cart('summary.title')} top={item && <Bought item={item} quote={quote} />}>
          <QuotedPrice quote={quote} inCoins={inCoins} />
        </SummaryFrame>
      </div>
      <div className="space-y-4">
        {couponRefused && <Notice tone="bad">{cart('coupon.invalid')}</Notice>}
        {card.isReservation && <ReservationNotice releaseDate={item?.releaseDate ?? null} />}
        {card.isRecharge && <Notice tone="plain">{t('onlyCard')}</Notice>}
        {card.owned.length > 0 && <Notice tone="warn">{cart('bundleOwned', { names: card.owned.join(', ') })}</Notice>}
        <PayForm
          basket={basket}
          isFree={card.totalCents === 0}
          options={options}
          method={method}
          onMethod={setPicked}
          total={quote.totalCents}
          payLabel={
            inCoins
              ? t('payCoins', { count: quote.totalCents })
              : t('pay', { amount: formatCents(quote.totalCents, locale) })
          }
          asksName={!card.isRecharge}
          asksConsent={needsConsent(card)}
          knownName={knownName}
          leastName={leastName}
          gift={gift}
          isCancelled={isCancelled}
        />
        <ButtonLink href={card.isRecharge ? '/profile/coins' : basketPath('/cart', basket)} variant="ghost">
          {t(card.isRecharge ? 'backToCoins' : 'back')}
        </ButtonLink>
      </div>
    </div>
  );
}
