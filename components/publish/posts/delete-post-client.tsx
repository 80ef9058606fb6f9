'use client';

import { useTranslations } from 'next-intl';
import { ConfirmButton } from '@/components/ui/confirm-button-client';
import { toast } from '@/components/ui/toast';
import { useProblemText } from '@/components/ui/use-problem-text';
import { deletePost } from '@/lib/publish/posts/action';

/** Deletes a post of the creator. */
export function DeletePost({ id, title }: { id: string; title: string }) {
  const t = useTranslations('posts');
  return (
    <ConfirmButton
      action={deletePost}
      input={id}
      label={t('delete')}
      name={title}
      question={{
        title: t('deleteTitle', { title }),
        text: t('deleteText'),
        cancelLabel: t('keep'),
        isDangerous: true,
      }}
      messages={useProblemText('posts.errors')}
      onDone={() => void toast('success', t('deleted'))}
    />
  );
}
