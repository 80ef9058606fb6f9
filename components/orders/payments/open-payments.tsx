import { getFormatter, getLocale, getTranslations } from 'next-intl/server';
import { Clock } from '@/components/ui/icons/desk';
import { Link } from '@/components/ui/link-client';
import { requireMe } from '@/lib/account/server';
import { formatCents } from '@/lib/core/money';
import { listOpenPayments } from '@/lib/orders/payments/lists';

/** Unfinished payments, each with a link to its page, where it can be checked again. */
export async function OpenPayments() {
  const me = await requireMe('/profile/orders');
  const [t, format, locale] = await Promise.all([getTranslations('payment'), getFormatter(), getLocale()]);
  const payments = await listOpenPayments(me.id, locale);
  if (payments.length === 0) return null;
  return (
    <section aria-labelledby="open-payments" className="mb-6 rounded-card border border-warn bg-surface p-5">
      <h2 id="open-payments" className="mb-1 text-lg font-bold">
        {t('openTitle')}
      </h2>
      <p className="mb-3 text-sm text-muted">{t('openText')}</p>
      <ul className="divide-y divide-line">
        {payments.map(({ id, name, totalCents, createdAt, shownState }) => (
          <li key={id}>
            <Link
              href={`/profile/payment/${id}`}
              className="flex min-h-14 items-center gap-3 rounded-control px-2 hover:bg-raised"
            >
              <Clock aria-hidden className="size-5 shrink-0 text-warn" />
              <span className="min-w-0 flex-1">
                <b className="block truncate">{name}</b>
                <span className="text-sm text-muted">
                  {t(`states.${shownState}`)} · {format.dateTime(new Date(createdAt), 'moment')}
                </span>
              </span>
              <span className="shrink-0 font-display font-bold tabular-nums">{formatCents(totalCents, locale)}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
