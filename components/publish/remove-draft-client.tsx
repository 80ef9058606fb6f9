'use client';

import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { focusOnShow } from '@/components/ui/focus-on-show';
import { Trash2 } from '@/components/ui/icons/desk';
import { toast } from '@/components/ui/toast';
import { deleteDraft } from './draft-transport';
import { endDraft } from './open-drafts';

/** Deletes a draft; the first press asks for confirmation. */
export function RemoveDraft({ id, name }: { id: string; name: string }) {
  const t = useTranslations('publish.unfinished');
  const router = useRouter();
  // False after the question was refused, undefined before it.
  const [isAsking, setAsking] = useState<boolean>();

  async function remove() {
    if (!(await deleteDraft(id))) return void toast('error', t('failed'));
    endDraft(id);
    setAsking(false);
    router.refresh();
  }

  return isAsking ? (
    <div className="relative flex gap-2">
      <Button variant="danger" onClick={remove}>
        {t('sure')}
      </Button>
      <Button ref={focusOnShow} onClick={() => setAsking(false)}>
        {t('keep')}
      </Button>
    </div>
  ) : (
    <button
      ref={isAsking === false ? focusOnShow : undefined}
      type="button"
      aria-label={t('remove', { name })}
      onClick={() => setAsking(true)}
      className="relative grid size-11 shrink-0 place-items-center rounded-control hover:bg-canvas"
    >
      <Trash2 aria-hidden className="size-5" />
    </button>
  );
}
