'use client';

import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { focusOnShow } from '@/components/ui/focus-on-show';
import { Archive, ArchiveRestore, Copy, Undo2 } from '@/components/ui/icons/desk';
import { Notice } from '@/components/ui/notice';
import { toast } from '@/components/ui/toast';
import { useAction } from '@/components/ui/use-action';
import { useProblemText } from '@/components/ui/use-problem-text';
import { archiveProduct, duplicateProduct, takeBack } from '@/lib/publish/product-action';

type Props = { product: { id: string; slug: string; isWaiting: boolean; isArchived: boolean } };

/** Actions of a creator on a product besides editing: duplicate, withdraw from review, archive. */
export function ProductTools({ product: { id, slug, isWaiting, isArchived } }: Props) {
  const t = useTranslations('publish.tools');
  const messages = useProblemText('publish.errors');
  const router = useRouter();
  // False after the question was refused, undefined before it.
  const [isAsking, setAsking] = useState<boolean>();
  const copy = useAction(duplicateProduct, { messages, onDone: (draft) => router.push(`/publicar?borrador=${draft}`) });
  const back = useAction(takeBack, {
    messages,
    onDone: ({ draftId, isNew }) => {
      void toast('success', t('takenBack'));
      // A new product's page no longer exists; another product's page now has a draft.
      if (isNew) router.push(`/publicar?borrador=${draftId}`);
      else router.refresh();
    },
  });
  const archive = useAction(archiveProduct, {
    messages,
    onDone: ({ en_venta: isOnSale }) => {
      void toast('success', t(!isArchived ? 'archived' : isOnSale ? 'restored' : 'restoredUnsold'));
      router.push('/dashboard');
    },
  });
  const problem = copy.problem ?? back.problem ?? archive.problem;
  return (
    <section aria-label={t('title')} className="space-y-2">
      {isWaiting && (
        <Button className="w-full" pending={back.pending} onClick={() => back.run(slug)}>
          <Undo2 aria-hidden className="size-4" />
          {t('takeBack')}
        </Button>
      )}
      <Button className="w-full" pending={copy.pending} onClick={() => copy.run(slug)}>
        <Copy aria-hidden className="size-4" />
        {t('duplicate')}
      </Button>
      {isArchived ? (
        <Button className="w-full" pending={archive.pending} onClick={() => archive.run({ id, slug, archive: false })}>
          <ArchiveRestore aria-hidden className="size-4" />
          {t('restore')}
        </Button>
      ) : isAsking ? (
        <div className="space-y-2 rounded-control border border-line p-3">
          <p className="text-sm">
            <span>{t('archiveText')} </span>
            {isWaiting && <span>{t('archiveWaiting')}</span>}
          </p>
          <Button
            variant="danger"
            className="w-full"
            pending={archive.pending}
            onClick={() => archive.run({ id, slug, archive: true })}
          >
            {t('archiveSure')}
          </Button>
          <Button ref={focusOnShow} className="w-full" onClick={() => setAsking(false)}>
            {t('keep')}
          </Button>
        </div>
      ) : (
        <Button ref={isAsking === false ? focusOnShow : undefined} className="w-full" onClick={() => setAsking(true)}>
          <Archive aria-hidden className="size-4" />
          {t('archive')}
        </Button>
      )}
      {problem && <Notice tone="bad">{problem}</Notice>}
    </section>
  );
}
