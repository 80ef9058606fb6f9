'use client';

import { useMe } from '@/components/account/use-me';
import { onDemand } from '@/components/ui/on-demand';

const FollowingList = onDemand(() => import('./following-list-client').then((module) => module.FollowingList));

/** The signed-in person's part of the sidebar; visitors download no code for it. */
export function PersonalNav() {
  const state = useMe();
  return state.status === 'user' ? <FollowingList me={state.me} /> : null;
}
