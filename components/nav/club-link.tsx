import { getTranslations } from 'next-intl/server';
import { classNames } from '@/components/ui/class-names';
import { Crown } from '@/components/ui/icons/shop';
import { Link } from '@/components/ui/link-client';

const look =
  'min-h-11 min-w-11 items-center justify-center gap-1.5 rounded-control px-2 text-sm font-semibold text-club-ink hover:bg-raised';

/** Link to the Club for guests and non-members, or to the membership. On phones it is only the crown. */
export async function ClubLink() {
  const t = await getTranslations('nav');
  return (['joinClub', 'manageClub'] as const).map((label) => (
    <Link
      key={label}
      href={label === 'joinClub' ? '/club' : '/profile/club'}
      prefetch={false}
      aria-label={t(label)}
      className={classNames(
        look,
        label === 'joinClub' ? 'inline-flex in-data-club:hidden' : 'hidden in-data-club:inline-flex',
      )}
    >
      <Crown aria-hidden className="size-5 shrink-0" />
      <span className="hidden md:inline">{t(label)}</span>
    </Link>
  ));
}
