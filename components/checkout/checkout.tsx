import { redirect } from 'next/navigation';
import { getLocale } from 'next-intl/server';
import { Summary } from '@/components/checkout/cart/summary';
import { MoreClientMessages } from '@/components/ui/i18n/client-messages';
import { getLeastNames } from '@/lib/account/names/least-names';
import { requireMe } from '@/lib/account/server';
import { basketPath, parseBasket } from '@/lib/checkout';
import { refusalMessage } from '@/lib/checkout/answer';
import { readGiftForm } from '@/lib/checkout/gifts/form';
import { findRecipient } from '@/lib/checkout/gifts/server';
import { quoteCheckout } from '@/lib/checkout/quote-methods';
import { getBasketItem } from '@/lib/checkout/server';
import { getCoinCents } from '@/lib/coins/packs';
import type { PageQuery } from '@/lib/core/http/page-query';
import { Bought } from './bought';
import { Payable } from './payable-client';
import { Refused } from './refused';

type Query = Promise<PageQuery>;

async function giftFormOf(giverId: string, username: string | null) {
  const recipient = username ? await findRecipient(username) : null;
  return recipient && readGiftForm(giverId, recipient);
}

/**
 * Payment method, Minecraft name and summary. Redirects to the home page without a selection, and to the login without
 * a person.
 */
export async function Checkout({ query }: { query: Query }) {
  const parameters = await query;
  const asked = parseBasket(parameters);
  const me = await requireMe(asked ? basketPath('/checkout', asked) : '/');
  if (!asked) redirect('/');
  const locale = await getLocale();
  const [item, gift, { quote, ...found }, coinCents, leastNames] = await Promise.all([
    getBasketItem(asked.selection, locale),
    giftFormOf(me.id, asked.recipient),
    quoteCheckout(asked),
    getCoinCents(),
    getLeastNames(),
  ]);
  if (quote.ok) {
    const isCancelled = parameters.cancelado === '1';
    const payable = (
      <Payable
        {...found}
        item={item}
        gift={gift}
        card={quote.value}
        balance={me.uncoins}
        coinCents={coinCents}
        leastName={leastNames.purchase}
        isCancelled={isCancelled}
      />
    );
    return gift ? <MoreClientMessages namespaces={['giftDetails']}>{payable}</MoreClientMessages> : payable;
  }
  if (quote.error === 'no_existe') redirect('/');
  return (
    <div className="grid grid-cols-1 items-start gap-5 lg:grid-cols-[minmax(0,1fr)_22rem]">
      <Refused refusal={quote.error} message={await refusalMessage(quote.error, locale)} />
      <Summary quote={null} top={item && <Bought item={item} quote={null} />} />
    </div>
  );
}
