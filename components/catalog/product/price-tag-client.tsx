'use client';

import { useLocale, useTranslations } from 'next-intl';
import { classNames } from '@/components/ui/class-names';
import { formatCents } from '@/lib/core/money';
import { clubPrice, type PersonalPrice, type Price, personalPrice } from '@/lib/pricing';
import { ByClub } from './by-club';

type Priced = Price & { clubOnly: boolean };
/** `joinCents`: the price of a month of the Club, for products of members. */
type Props = {
  price: Priced;
  clubPercent: number;
  joinCents?: number | undefined;
  isEdition?: boolean;
  large?: boolean;
};

/** A price with the earlier one. */
export function PersonalAmount({
  shown,
  large = false,
  isMember = false,
}: {
  shown: PersonalPrice;
  large?: boolean;
  isMember?: boolean;
}) {
  const t = useTranslations('product');
  const locale = useLocale();
  const size = large ? 'text-3xl' : 'text-lg';
  const words = classNames('font-display font-bold text-balance', large ? 'text-2xl' : 'text-base leading-tight');
  switch (shown.kind) {
    case 'free':
      return <p className={classNames('font-display font-bold text-good', size)}>{t('free')}</p>;
    case 'join':
      return <p className={classNames(words, 'text-club-ink')}>{t('inClub')}</p>;
    case 'included':
      return <p className={classNames(words, 'text-club-ink')}>{t('inYourClub')}</p>;
    case 'amount':
      return (
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className={classNames('font-display font-bold tabular-nums', size)}>
            <span className="sr-only">{shown.beforeCents === null ? '' : t('now', { price: '' })}</span>
            {formatCents(shown.cents, locale)}
          </span>
          {shown.beforeCents !== null && (
            <>
              <s className="text-sm text-muted tabular-nums">
                <span className="sr-only">{t('before', { price: '' })}</span>
                {formatCents(shown.beforeCents, locale)}
              </s>
              {/* On cards every price includes the member's discount; a line for it would double their height. */}
              {(large || !isMember) && (
                <span className="rounded-md bg-raised px-1.5 py-0.5 text-xs font-bold text-good">
                  {t('offer', { percent: String(shown.percent) })}
                </span>
              )}
            </>
          )}
        </p>
      );
  }
}

/** The Club's terms, below the price. */
function ClubLine({
  price,
  clubPercent,
  joinCents,
  shown,
  isMember,
}: Props & { shown: PersonalPrice; isMember: boolean }) {
  const t = useTranslations('product');
  const locale = useLocale();
  switch (shown.kind) {
    case 'free':
      return null;
    case 'join':
      return joinCents ? t('join', { price: formatCents(joinCents, locale) }) : null;
    case 'included':
      return t('keepFor', { price: formatCents(shown.cents, locale) });
    case 'amount':
      if (clubPercent === 0) return null;
      return isMember
        ? t('memberPrice')
        : t('clubPrice', { price: formatCents(clubPrice(price, clubPercent), locale) });
  }
}

/**
 * The displayed price: one for visitors, one for Club members, each with the earlier one. A client component, so that
 * the payload has three numbers instead of markup.
 */
export function PriceTag({ price, clubPercent, joinCents, isEdition = false, large = false }: Props) {
  const terms = { clubPercent, clubOnly: price.clubOnly, isEdition };
  const side = (isMember: boolean) => {
    const shown = personalPrice(price, terms, isMember);
    return (
      <>
        <PersonalAmount shown={shown} large={large} isMember={isMember} />
        <p className={classNames('font-semibold text-club-ink empty:hidden', large ? 'mt-1 text-base' : 'text-xs')}>
          <ClubLine price={price} clubPercent={clubPercent} joinCents={joinCents} shown={shown} isMember={isMember} />
        </p>
      </>
    );
  };
  return <ByClub visitor={side(false)} member={side(true)} />;
}

/** The compact price for the current person. */
export function SmallPrice({ price, clubPercent, isEdition = false }: Omit<Props, 'large' | 'joinCents'>) {
  const t = useTranslations('product');
  const locale = useLocale();
  const side = (isMember: boolean) => {
    const shown = personalPrice(price, { clubPercent, clubOnly: price.clubOnly, isEdition }, isMember);
    if (shown.kind === 'free') return t('free');
    return shown.kind === 'join'
      ? t('clubOnly')
      : shown.kind === 'included'
        ? t('inYourClub')
        : formatCents(shown.cents, locale);
  };
  return <ByClub visitor={side(false)} member={side(true)} />;
}
