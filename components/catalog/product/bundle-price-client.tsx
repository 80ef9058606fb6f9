'use client';

import { useLocale, useTranslations } from 'next-intl';
import { useKnown } from '@/components/account/use-me';
import { ButtonLink } from '@/components/ui/button-link';
import { formatCents } from '@/lib/core/money';
import { bundlePrice, discountPercent, type Price } from '@/lib/pricing';
import { ByClub } from './by-club';
import { PersonalAmount } from './price-tag-client';

type Props = { bundle: Price & { id: string }; parts: Array<Price & { id: string }>; clubPercent: number };

/** The price of a bundle beside the sum of its parts; for an owner of some parts, of the others only. */
export function BundlePrice({ bundle, parts, clubPercent }: Props) {
  const t = useTranslations('parts');
  const locale = useLocale();
  const owned = useKnown(({ owned: known }) =>
    parts.every(({ id }) => known[id])
      ? parts.filter(({ id }) => known[id]?.some(({ isLent }) => !isLent)).map(({ id }) => id)
      : undefined,
  );
  const missing = parts.filter(({ id }) => !owned?.includes(id));
  if (missing.length === 0) return <p className="font-semibold text-good">{t('bundleOwned')}</p>;
  const side = (percent: number) => {
    const { cents, apartCents, savedCents } = bundlePrice(bundle, missing, percent);
    return (
      <>
        <PersonalAmount
          shown={{
            kind: 'amount',
            cents,
            beforeCents: cents < apartCents ? apartCents : null,
            percent: discountPercent({ priceCents: apartCents, offerCents: cents }),
          }}
        />
        <p className="mt-1 text-sm font-semibold text-good empty:hidden">
          {savedCents > 0 ? t('saving', { amount: formatCents(savedCents, locale) }) : ''}
        </p>
      </>
    );
  };
  return (
    <>
      <div>
        <ByClub visitor={side(0)} member={side(clubPercent)} />
        {missing.length < parts.length && (
          <p className="mt-1 text-sm text-muted">{t('bundleMissing', { count: missing.length })}</p>
        )}
      </div>
      <ButtonLink href={`/cart?bundle=${bundle.id}`} prefetch={false}>
        {t('buyBundle')}
      </ButtonLink>
    </>
  );
}
