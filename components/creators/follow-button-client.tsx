'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { type Shown, showFollowing } from '@/components/account/me/optimistic-changes';
import { refreshMe } from '@/components/account/me/refresh';
import { useKnown, useMe } from '@/components/account/use-me';
import { Button } from '@/components/ui/button';
import { onDemand } from '@/components/ui/on-demand';
import { toast } from '@/components/ui/toast';
import { useAction } from '@/components/ui/use-action';
import { toggleFollow } from '@/lib/creators/social/action';

const LoginRequired = onDemand(() =>
  import('@/components/account/gate-dialogs-client').then((module) => module.LoginRequired),
);

const OwnerTools = onDemand(() => import('./owner-tools-client').then((module) => module.OwnerTools));

type Props = { creatorId: string; name: string; avatarUrl: string; hasProducts: boolean };

/** Follow button of a creator; the profile's owner sees the owner's tools instead. */
export function FollowButton({ creatorId, name, avatarUrl, hasProducts }: Props) {
  const t = useTranslations('creator');
  const state = useMe();
  const [asking, setAsking] = useState(false);
  const known = useKnown(({ following }) => following[creatorId]);
  const { run, pending } = useAction((wanted: boolean, _shown: Shown) => toggleFollow(creatorId, wanted), {
    onDone: (_, wanted, shown) => {
      shown.keep();
      return toast('success', t(wanted ? 'followed' : 'unfollowed', { name }));
    },
    onFail: (_, wanted, shown) => {
      shown.undo();
      return toast('error', t(wanted ? 'followError' : 'unfollowError'));
    },
  });
  if (state.status === 'user' && state.me.id === creatorId) return <OwnerTools hasProducts={hasProducts} />;
  const following = known === true;

  function toggle() {
    if (state.status === 'unavailable') {
      void refreshMe();
      return void toast('error', t('followError'));
    }
    if (state.status !== 'user') return setAsking(true);
    run(!following, showFollowing({ id: creatorId, displayName: name, avatarUrl }, !following));
  }

  return (
    <>
      <Button
        variant={following ? 'secondary' : 'buy'}
        aria-pressed={following}
        data-following={creatorId}
        disabled={state.status === 'loading' || (state.status === 'user' && known === undefined)}
        pending={pending}
        onClick={toggle}
      >
        {t(following ? 'unfollow' : 'follow')}
      </Button>
      {asking && <LoginRequired onClose={() => setAsking(false)} />}
    </>
  );
}
