'use client';

import { useTranslations } from 'next-intl';
import { Link } from '@/components/ui/link-client';
import { Picture } from '@/components/ui/picture-client';
import type { Me } from '@/lib/account/types';
import { creatorPath } from '@/lib/core/http/segments';

type Props = { following: Me['following']; onOpen?: () => void };

/** Links to the followed creators, under their heading. */
export function FollowedCreators({ following, onOpen }: Props) {
  const t = useTranslations('nav');
  if (following.length === 0) return null;
  return (
    <>
      <p className="px-3 pt-3 text-xs font-semibold tracking-wide text-muted uppercase">{t('following')}</p>
      {following.map(({ id, displayName, avatarUrl }) => (
        <Link
          key={id}
          href={creatorPath(displayName)}
          onClick={onOpen}
          className="flex min-h-11 items-center gap-3 rounded-control px-3 text-sm hover:bg-raised"
        >
          <Picture src={avatarUrl} alt="" width={28} height={28} className="size-7 rounded-full object-cover" />
          <span className="truncate">{displayName}</span>
        </Link>
      ))}
    </>
  );
}

/** The favourites and the followed creators of the signed-in person. */
export function FollowingList({ me: { favorites, following } }: { me: Me }) {
  const t = useTranslations('nav');
  return (
    <nav aria-label={t('personal')} className="space-y-1">
      <Link
        href="/profile/favorites"
        className="flex min-h-11 items-center justify-between rounded-control px-3 font-medium text-muted hover:bg-raised hover:text-ink"
      >
        {t('favorites')}
        <span className="rounded-full bg-raised px-2.5 py-0.5 text-xs font-bold text-ink">{favorites}</span>
      </Link>
      <FollowedCreators following={following} />
    </nav>
  );
}
