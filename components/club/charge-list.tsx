import { getFormatter, getLocale, getTranslations } from 'next-intl/server';
import { InvoiceButton } from '@/components/orders/invoice-button-client';
import type { MemberCharge } from '@/lib/club/membership';
import { formatCents } from '@/lib/core/money';

/** The person's Club charges with invoices. */
export async function ChargeList({ charges }: { charges: MemberCharge[] }) {
  const [t, format, locale] = await Promise.all([getTranslations('club.charges'), getFormatter(), getLocale()]);
  if (charges.length === 0) return null;
  return (
    <section aria-labelledby="club-charges" className="mt-6 rounded-card border border-line bg-surface p-6">
      <h2 id="club-charges" className="text-xl font-bold">
        {t('title')}
      </h2>
      <ul className="mt-3 divide-y divide-line">
        {charges.map((charge) => (
          <li key={charge.id} className="flex flex-wrap items-center justify-between gap-3 py-4">
            <p>
              <b className="block">
                {t('period', {
                  from: format.dateTime(new Date(charge.from), 'day'),
                  until: format.dateTime(new Date(charge.until), 'day'),
                })}
              </b>
              <span className="text-sm text-muted">
                <span>
                  {t(`plans.${charge.plan}`)} · {t(`states.${charge.state}`)}
                </span>
                {charge.creditCents > 0 && (
                  <span>{` · ${t('credited', { amount: formatCents(charge.creditCents, locale) })}`}</span>
                )}
                {charge.returnedCents > 0 && (
                  <span>{` · ${t('returned', { amount: formatCents(charge.returnedCents, locale) })}`}</span>
                )}
              </span>
            </p>
            <div className="flex flex-wrap items-center gap-3">
              <span className="font-semibold tabular-nums">{formatCents(charge.cents, locale)}</span>
              {charge.invoices.map(({ id, number, isCredit }) => (
                <InvoiceButton key={id} id={id} creditNote={isCredit ? { number, undoes: false } : undefined} ofClub />
              ))}
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
