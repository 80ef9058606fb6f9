'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { useKnown, useMe } from '@/components/account/use-me';
import { Button } from '@/components/ui/button';
import { onDemand } from '@/components/ui/on-demand';

const ReviewDialog = onDemand(() => import('./review-dialog-client').then((module) => module.ReviewDialog));

type Props = { productId: string; name: string; creatorId: string };

/** Review button for owners of the product; others read who may write one. */
export function WriteReview({ productId, name, creatorId }: Props) {
  const t = useTranslations('reviews');
  const state = useMe();
  const owned = useKnown((known) => known.owned[productId]);
  const [isOpen, setOpen] = useState(false);
  if (state.status === 'user' && state.me.id === creatorId) return null;
  if (!owned?.length) {
    return (
      <p className="text-sm text-muted" data-owned={productId}>
        {t('onlyOwners')}
      </p>
    );
  }
  return (
    <>
      <Button aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {t('write')}
      </Button>
      {isOpen && <ReviewDialog productId={productId} name={name} onClose={() => setOpen(false)} />}
    </>
  );
}
