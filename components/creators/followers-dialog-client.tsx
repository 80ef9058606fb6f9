'use client';

import { useTranslations } from 'next-intl';
import useSWRInfinite from 'swr/infinite';
import { useMe } from '@/components/account/use-me';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog-client';
import { Link } from '@/components/ui/link-client';
import { Notice } from '@/components/ui/notice';
import { Picture } from '@/components/ui/picture-client';
import { Skeleton } from '@/components/ui/skeleton';
import { fetchJson } from '@/lib/core/http/fetch-json';
import { creatorPath } from '@/lib/core/http/segments';
import type { FollowerPage } from '@/lib/creators/social/types';

/** Followers of the profile's owner. */
export function FollowersDialog({ onClose }: { onClose: () => void }) {
  const t = useTranslations('creator');
  const me = useMe();
  const { data, error, size, setSize, isValidating } = useSWRInfinite(
    // Keyed by person, so that the next one never sees them.
    (_page, before: FollowerPage | null) => {
      const path = before
        ? before.next && `/api/followers?despues=${encodeURIComponent(before.next)}`
        : '/api/followers';
      return path && me.status === 'user' ? [path, me.me.id] : null;
    },
    ([path]: [path: string, person: string]) => fetchJson<FollowerPage>(path),
    { revalidateFirstPage: false, revalidateOnFocus: false },
  );
  const followers = data?.flatMap((page) => page.followers);
  const hasMore = Boolean(data?.at(-1)?.next);
  return (
    <Dialog title={t('followersTitle')} closeLabel={t('close')} onClose={onClose}>
      <div className="mt-4 space-y-4">
        {error && <Notice tone="bad">{t('followersError')}</Notice>}
        {!followers && !error && <Skeleton className="h-40" />}
        {followers?.length === 0 && <p className="py-6 text-center text-muted">{t('noFollowers')}</p>}
        {followers && followers.length > 0 && (
          <table className="w-full text-left">
            <thead className="text-sm text-muted">
              <tr>
                <th scope="col" className="pb-2 font-medium">
                  {t('followerName')}
                </th>
                <th scope="col" className="pb-2 text-right font-medium">
                  {t('followerProfile')}
                </th>
              </tr>
            </thead>
            <tbody className="divide-y divide-line">
              {followers.map(({ id, displayName, username, avatarUrl }) => (
                <tr key={id}>
                  <td className="w-full max-w-0 py-2">
                    <span className="flex items-center gap-3">
                      <Picture
                        src={avatarUrl}
                        alt=""
                        width={40}
                        height={40}
                        className="size-10 shrink-0 rounded-full bg-raised object-cover"
                      />
                      <span className="min-w-0">
                        <span className="block truncate font-semibold">{displayName}</span>
                        <span className="block truncate text-sm text-muted">@{username}</span>
                      </span>
                    </span>
                  </td>
                  <td className="py-2 pl-3 text-right whitespace-nowrap">
                    <Link
                      href={creatorPath(displayName)}
                      aria-label={t('viewProfileOf', { name: displayName })}
                      className="inline-flex min-h-11 items-center font-semibold text-link underline-offset-4 hover:underline"
                    >
                      {t('viewProfile')}
                    </Link>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
        {hasMore && (
          <Button className="w-full" pending={isValidating} onClick={() => setSize(size + 1)}>
            {t('moreFollowers')}
          </Button>
        )}
      </div>
    </Dialog>
  );
}
