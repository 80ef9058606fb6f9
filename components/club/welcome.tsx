import { useFormatter, useTranslations } from 'next-intl';
import { CircleCheck, Crown } from '@/components/ui/icons/shop';
import { Link } from '@/components/ui/link-client';

type Props = { claimed: number; coins: number; hasSaved: boolean; clubPercent: number };

/** First steps of a new member, with those that are done. */
export function ClubWelcome({ claimed, coins, hasSaved, clubPercent }: Props) {
  const t = useTranslations('club.welcome');
  const format = useFormatter();
  const steps = [
    {
      key: 'claim',
      href: '/club#included',
      title: t('claim'),
      text: claimed > 0 ? t('claimDone', { count: claimed }) : t('claimText'),
      isDone: claimed > 0,
    },
    {
      key: 'coins',
      href: '/trends',
      title: t('coins'),
      text: t('coinsText', { coins: format.number(coins) }),
      isDone: false,
    },
    ...(clubPercent > 0
      ? [
          {
            key: 'discount',
            href: '/ofertas',
            title: t('discount', { percent: clubPercent }),
            text: t('discountText'),
            isDone: hasSaved,
          },
        ]
      : []),
  ];
  return (
    <section aria-labelledby="club-welcome" className="mb-6 rounded-card border border-club bg-surface p-6">
      <h2 id="club-welcome" className="flex items-center gap-3 text-xl font-bold">
        <Crown aria-hidden className="size-6 shrink-0 text-club-ink" />
        {t('title')}
      </h2>
      <ol className="mt-4 space-y-2">
        {steps.map(({ key, href, title, text, isDone }, index) => (
          <li key={key} className="flex items-center gap-4">
            {isDone ? (
              <CircleCheck role="img" aria-label={t('done')} className="size-7 shrink-0 text-good" />
            ) : (
              <span
                aria-hidden
                className="grid size-7 shrink-0 place-items-center rounded-full border border-line font-bold"
              >
                {index + 1}
              </span>
            )}
            <p>
              <Link href={href} className="inline-flex min-h-11 items-center font-semibold text-link hover:underline">
                {title}
              </Link>
              <span className="block text-sm text-muted">{text}</span>
            </p>
          </li>
        ))}
      </ol>
    </section>
  );
}
