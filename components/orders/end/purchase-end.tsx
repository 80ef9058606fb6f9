import { getLocale, getTranslations } from 'next-intl/server';
import type { ReactNode } from 'react';
import { InvoiceButton } from '@/components/orders/invoice-button-client';
import { formatCents } from '@/lib/core/money';
import type { PaymentDetail } from '@/lib/orders/payments/types';
import { isPageMethod } from '@/lib/payments/methods';
import { AfterPurchase } from './after-purchase-client';
import { InlineLink } from './inline-link';

type Props = {
  title: string;
  icon: ReactNode;
  payment: PaymentDetail;
  /** Buttons below the content. */
  actions: ReactNode;
  children: ReactNode;
};

/** A delivered payment: its products, next steps and the paid amount. */
export async function PurchaseEnd({ title, icon, payment, actions, children }: Props) {
  const [t, locale] = await Promise.all([getTranslations('success'), getLocale()]);
  return (
    <section className="mx-auto max-w-2xl space-y-6">
      <header className="grid justify-items-center gap-3 text-center">
        <span aria-hidden className="grid size-16 place-items-center rounded-full bg-raised text-good [&>svg]:size-8">
          {icon}
        </span>
        <h1 className="text-3xl font-extrabold">{title}</h1>
      </header>
      <AfterPurchase />
      {children}
      <div className="flex flex-col justify-center gap-3 sm:flex-row sm:flex-wrap">
        {actions}
        {isPageMethod(payment.method) && payment.totalCents > 0 && <InvoiceButton id={payment.id} />}
      </div>
      <p className="text-center text-sm text-muted">
        {payment.totalCents > 0 && (
          <span>{`${
            payment.method === 'uncoins'
              ? t('paidCoins', { count: payment.totalCents })
              : t('paid', { amount: formatCents(payment.totalCents, locale) })
          } `}</span>
        )}
        <span>{t('receipt')} </span>
        <InlineLink href={`/profile/payment/${payment.id}`}>{t('story')}</InlineLink>
      </p>
    </section>
  );
}
