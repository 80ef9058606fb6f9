import { useTranslations } from 'next-intl';
import { Check } from '@/components/ui/icons/shop';
import type { Offer } from '@/lib/catalog/offers';
import { EditionLink } from './edition-link';
import { SmallPrice } from './price-tag-client';

type Props = { slug: string; offers: Offer[]; clubOnly: boolean; clubPercent: number };

/** Editions with prices to choose from. */
export function EditionTiles({ slug, offers, clubOnly, clubPercent }: Props) {
  const t = useTranslations('product');
  return (
    <nav aria-label={t('edition')}>
      <ul className="grid grid-cols-2 gap-2 *:last:odd:col-span-2">
        {offers.map((offer, index) => (
          <li key={offer.key}>
            <EditionLink
              slug={slug}
              offer={offer}
              className="relative block h-full min-h-14 rounded-control border border-line bg-canvas py-2 pr-8 pl-3 leading-snug hover:border-link"
            >
              <div className="text-sm font-semibold hyphens-auto">{offer.name ?? t('standard')}</div>
              <div className="text-sm text-muted tabular-nums">
                <SmallPrice
                  price={{ priceCents: offer.priceCents, offerCents: offer.offerCents, clubOnly }}
                  clubPercent={clubPercent}
                  isEdition={index > 0}
                />
              </div>
              <span data-of={index} className="chosen">
                <Check aria-hidden className="absolute top-2 right-2 size-5 rounded-full bg-buy p-1 text-on-buy" />
                <span className="sr-only">{t('chosen')}</span>
              </span>
            </EditionLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}
