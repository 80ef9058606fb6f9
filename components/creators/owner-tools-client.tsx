'use client';

import { useTranslations } from 'next-intl';
import { useEffect, useState } from 'react';
import { Button } from '@/components/ui/button';
import { ButtonLink } from '@/components/ui/button-link';
import { Pencil, Users } from '@/components/ui/icons/shop';
import { onDemand } from '@/components/ui/on-demand';

const FollowersDialog = onDemand(() => import('./followers-dialog-client').then((module) => module.FollowersDialog));

/** Tools for the owner of a public profile. With nothing on sale it invites to publish. */
export function OwnerTools({ hasProducts }: { hasProducts: boolean }) {
  const t = useTranslations('creator');
  const [isOpen, setOpen] = useState(false);
  // Notifications about new followers link to this hash.
  useEffect(() => setOpen(window.location.hash === '#seguidores'), []);
  return (
    <div className="flex flex-wrap gap-2">
      {!hasProducts && (
        <ButtonLink href="/publicar" variant="buy">
          {t('publish')}
        </ButtonLink>
      )}
      <Button aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <Users aria-hidden className="size-4" />
        {t('seeFollowers')}
      </Button>
      <ButtonLink href="/profile/settings">
        <Pencil aria-hidden className="size-4" />
        {t('editProfile')}
      </ButtonLink>
      {isOpen && <FollowersDialog onClose={() => setOpen(false)} />}
    </div>
  );
}
