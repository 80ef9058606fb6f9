import { getFormatter, getLocale, getTranslations } from 'next-intl/server';
import { Badge } from '@/components/ui/badge';
import { Link } from '@/components/ui/link-client';
import { MailAddress } from '@/components/ui/mail-address';
import { requireMe } from '@/lib/account/server';
import { listUndeliveredGifts } from '@/lib/orders/gifts/server';
import { GiftCover } from './gift-cover';

/** Scheduled and uncollected gifts, and ended ones, each with a link to its page. */
export async function UndeliveredGifts() {
  await requireMe('/profile/orders');
  const gifts = await listUndeliveredGifts(await getLocale());
  if (gifts.length === 0) return null;
  const [t, badges, format] = await Promise.all([
    getTranslations('gifts.undelivered'),
    getTranslations('gifts.badges'),
    getFormatter(),
  ]);
  return (
    <section aria-labelledby="undelivered-gifts" className="mb-6 rounded-card border border-line bg-surface p-5">
      <h2 id="undelivered-gifts" className="mb-3 text-lg font-bold">
        {t('title')}
      </h2>
      <ul className="divide-y divide-line">
        {gifts.map((gift) => (
          <li key={gift.id}>
            <Link
              href={`/profile/gift/${gift.id}`}
              className="flex min-h-16 items-center gap-4 rounded-control px-2 py-2 hover:bg-raised"
            >
              <GiftCover gift={gift} width={48} className="w-12" />
              <span className="min-w-0 flex-1 space-y-1">
                <b className="block">
                  <MailAddress>{t('for', { product: gift.name, name: gift.to || t('whoever') })}</MailAddress>
                </b>
                <span className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-muted">
                  {gift.state === 'programado' && gift.day && (
                    <span>{t('when', { date: format.dateTime(new Date(gift.day), 'day') })}</span>
                  )}
                  <Badge>{badges(gift.state)}</Badge>
                </span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
