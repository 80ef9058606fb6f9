'use client';

import { useLocale, useTranslations } from 'next-intl';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { onDemand } from '@/components/ui/on-demand';
import type { ClubOffer } from '@/lib/pricing';
import { type PreviewCreator, previewCard } from '@/lib/publish/preview';
import type { OwnChoice, ProductDraft } from '@/lib/publish/types';

const PagePreview = onDemand(() => import('./page-preview-client').then((module) => module.PagePreview));

type Props = {
  draft: ProductDraft;
  creator: PreviewCreator;
  packed: OwnChoice[];
  club: ClubOffer;
};

/** Button that previews a revision as buyers would see it. */
export function PreviewRevision({ draft, creator, packed, club }: Props) {
  const t = useTranslations('moderation');
  const [isShown, setShown] = useState(false);
  const card = previewCard(draft, creator, draft.slug, useLocale());
  return (
    <>
      <Button onClick={() => setShown(true)}>{t('preview')}</Button>
      {isShown && <PagePreview card={card} draft={draft} own={packed} club={club} onClose={() => setShown(false)} />}
    </>
  );
}
