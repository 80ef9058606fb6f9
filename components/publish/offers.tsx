import { getFormatter, getLocale, getTranslations } from 'next-intl/server';
import { EmptyState } from '@/components/ui/empty-state';
import { CalendarClock } from '@/components/ui/icons/shop';
import { dayInSpain } from '@/lib/core/day';
import { formatCents } from '@/lib/core/money';
import type { ForSale, OwnOffer } from '@/lib/publish/offers';
import { EndOffer, OfferForm } from './offer-form-client';

const tones = { planned: 'text-warn', running: 'text-good', over: 'text-muted' } as const;

/** Last day of an offer, which ends at the following midnight. */
const lastDay = (to: string) => new Date(Date.parse(to) - 1);

/** A creator's scheduled offers, and the form for a new one. */
export async function Offers({ offers, choices }: { offers: OwnOffer[]; choices: ForSale[] }) {
  const [t, format, locale] = await Promise.all([getTranslations('promotions'), getFormatter(), getLocale()]);
  return (
    <section aria-labelledby="offers" className="space-y-4">
      <h2 id="offers" className="text-xl font-bold">
        {t('offers.title')}
      </h2>
      <p className="text-sm text-muted">{t('offers.text')}</p>
      {choices.length === 0 ? (
        <EmptyState icon={<CalendarClock />} title={t('nothingOnSale')} />
      ) : (
        <OfferForm choices={choices} today={dayInSpain()} />
      )}
      <ul className="space-y-3">
        {offers.map((offer) => {
          const name = [offer.name, offer.edition].filter(Boolean).join(' · ');
          return (
            <li
              key={offer.id}
              className="flex flex-wrap items-center justify-between gap-3 rounded-card border border-line bg-surface p-4"
            >
              <div className="min-w-0">
                <p className="font-semibold">
                  {name} · <span className="tabular-nums">{formatCents(offer.cents, locale)}</span>
                </p>
                <p className="text-sm text-muted">
                  <span>
                    {t('offers.dates', {
                      from: format.dateTime(new Date(offer.from), 'day'),
                      to: format.dateTime(lastDay(offer.to), 'day'),
                    })}
                  </span>
                  {offer.description && <span>{` · ${offer.description}`}</span>}
                </p>
                <p className={`text-sm font-semibold ${tones[offer.state]}`}>{t(`offers.states.${offer.state}`)}</p>
              </div>
              {offer.state !== 'over' && <EndOffer id={offer.id} isRunning={offer.state === 'running'} label={name} />}
            </li>
          );
        })}
      </ul>
    </section>
  );
}
