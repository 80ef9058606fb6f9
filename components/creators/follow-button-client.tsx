'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { isUnknown, patchMe, useMe } from '@/components/account/use-me';
import { Button } from '@/components/ui/button';
import { onDemand } from '@/components/ui/on-demand';
import { toast } from '@/components/ui/toast';
import { useAction } from '@/components/ui/use-action';
import type { Me } from '@/lib/account/types';
import { toggleFollow } from '@/lib/creators/social/action';

const LoginRequired = onDemand(() =>
  import('@/components/account/gate-dialogs-client').then((module) => module.LoginRequired),
);

const OwnerTools = onDemand(() => import('./owner-tools-client').then((module) => module.OwnerTools));

type Props = { creatorId: string; name: string; avatarUrl: string; hasProducts: boolean };

/** The button to follow or unfollow a creator. The owner of the profile sees the owner's tools instead. */
export function FollowButton({ creatorId, name, avatarUrl, hasProducts }: Props) {
  const t = useTranslations('creator');
  const state = useMe();
  const [asking, setAsking] = useState(false);
  const { run, pending } = useAction(
    (wanted: boolean, _before: Pick<Me, 'following' | 'followingIds'>) => toggleFollow(creatorId, wanted),
    {
      onDone: (_, wanted) => toast('success', t(wanted ? 'followed' : 'unfollowed', { name })),
      onFail: (_, wanted, before) => {
        patchMe(before);
        return toast('error', t(wanted ? 'followError' : 'unfollowError'));
      },
    },
  );
  if (state.status === 'user' && state.me.id === creatorId) return <OwnerTools hasProducts={hasProducts} />;
  const following = state.status === 'user' && state.me.followingIds.includes(creatorId);

  function toggle() {
    if (state.status !== 'user') return setAsking(true);
    const { following: shown, followingIds } = state.me;
    patchMe({
      following: following
        ? shown.filter(({ id }) => id !== creatorId)
        : [{ id: creatorId, displayName: name, avatarUrl }, ...shown].slice(0, 10),
      followingIds: following ? followingIds.filter((id) => id !== creatorId) : [...followingIds, creatorId],
    });
    run(!following, { following: shown, followingIds });
  }

  return (
    <>
      <Button
        variant={following ? 'secondary' : 'buy'}
        aria-pressed={following}
        disabled={isUnknown(state)}
        pending={pending}
        onClick={toggle}
      >
        {t(following ? 'unfollow' : 'follow')}
      </Button>
      {asking && <LoginRequired onClose={() => setAsking(false)} />}
    </>
  );
}
