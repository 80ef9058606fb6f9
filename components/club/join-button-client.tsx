'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { useMe } from '@/components/account/use-me';
import { UnknownNote, useWhenKnown } from '@/components/account/use-when-known';
import { Button } from '@/components/ui/button';
import { ButtonLink } from '@/components/ui/button-link';
import { Crown } from '@/components/ui/icons/shop';
import { onDemand } from '@/components/ui/on-demand';
import type { ClubPrices } from '@/lib/pricing/club-plans';

const PlanDialog = onDemand(() => import('./plan-dialog-client').then((module) => module.PlanDialog));

/** Join button of the Club: guests log in first, members see that it is active. */
export function JoinClub({ prices }: { prices: ClubPrices }) {
  const t = useTranslations('club');
  const state = useMe();
  const [choosing, setChoosing] = useState(false);
  const { press, isAsked } = useWhenKnown(() => setChoosing(true));
  if (state.status === 'guest') {
    return (
      <ButtonLink href="/login?next=%2Fclub" variant="club" size="large">
        {t('join')}
      </ButtonLink>
    );
  }
  const isMember = state.status === 'user' && state.me.club;
  return (
    <>
      <Button variant="club" size="large" disabled={state.status === 'loading' || isMember} onClick={press}>
        <Crown aria-hidden className="size-5" />
        {t(isMember ? 'active' : 'join')}
      </Button>
      <UnknownNote isAsked={isAsked} />
      {choosing && <PlanDialog prices={prices} onClose={() => setChoosing(false)} />}
    </>
  );
}
