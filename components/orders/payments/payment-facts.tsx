import { getFormatter, getLocale, getTranslations } from 'next-intl/server';
import type { ReactNode } from 'react';
import { PriceProof } from '@/components/checkout/price-proof';
import { InvoiceButton } from '@/components/orders/invoice-button-client';
import { MoreClientMessages } from '@/components/ui/i18n/client-messages';
import { formatCents } from '@/lib/core/money';
import { shortId } from '@/lib/core/short-id';
import type { PaymentDetail } from '@/lib/orders/payments/types';
import { isPageMethod } from '@/lib/payments/methods';

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex justify-between gap-4">
      <dt className="text-muted">{name}</dt>
      <dd className="font-semibold wrap-anywhere">{children}</dd>
    </div>
  );
}

async function Total({ method, totalCents }: PaymentDetail) {
  const [t, locale] = await Promise.all([getTranslations('payment'), getLocale()]);
  if (method === 'uncoins') return t('coins', { count: totalCents });
  return totalCents === 0 ? t('free') : formatCents(totalCents, locale);
}

/** Facts of a payment: number, method, people and total, the calculation of its price, and its documents. */
export async function PaymentFacts({ payment, supportEmail }: { payment: PaymentDetail; supportEmail: string }) {
  const [t, format] = await Promise.all([getTranslations('payment'), getFormatter()]);
  const { id, method, recipient, minecraftName, agreedAt, deliveredAt } = payment;
  return (
    <section aria-labelledby="facts" className="space-y-4 rounded-card border border-line bg-surface p-5">
      <h2 id="facts" className="text-xl font-bold">
        {t('facts')}
      </h2>
      <dl className="space-y-3 text-sm">
        <Fact name={t('number')}>
          <span className="font-mono">{shortId(id)}</span>
        </Fact>
        <Fact name={t('method')}>{t(`methods.${method}`)}</Fact>
        {recipient !== null && <Fact name={t('giftRecipient')}>{recipient || t('whoever')}</Fact>}
        {recipient === null && minecraftName !== null && <Fact name={t('minecraft')}>{minecraftName}</Fact>}
        {agreedAt !== null && <Fact name={t('consent')}>{format.dateTime(new Date(agreedAt), 'moment')}</Fact>}
        <Fact name={t('total')}>
          <Total {...payment} />
        </Fact>
      </dl>
      <PriceProof quote={payment} />
      {isPageMethod(method) && deliveredAt !== null && (
        <MoreClientMessages namespaces={['invoice']}>
          <div className="flex flex-wrap gap-3">
            <InvoiceButton id={id} />
            {payment.creditNotes.map((note) => (
              <InvoiceButton key={note.id} id={note.id} creditNote={note} />
            ))}
          </div>
        </MoreClientMessages>
      )}
      <a
        href={`mailto:${supportEmail}?subject=${encodeURIComponent(t('mailSubject', { id: shortId(id) }))}`}
        className="inline-flex min-h-11 items-center font-semibold text-link underline-offset-4 hover:underline"
      >
        {t('contact')}
      </a>
    </section>
  );
}
