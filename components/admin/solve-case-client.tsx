'use client';

import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { type FormEvent, useState } from 'react';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog-client';
import { Field } from '@/components/ui/field';
import { Notice } from '@/components/ui/notice';
import { useAskedAction } from '@/components/ui/use-asked-action';
import { useProblemText } from '@/components/ui/use-problem-text';
import { solveCase } from '@/lib/admin/action';
import { longestReason } from '@/lib/admin/lengths';

/** Closes a case with a note. */
export function SolveCase({ id }: { id: number }) {
  const t = useTranslations('admin.caseList');
  const router = useRouter();
  const [note, setNote] = useState('');
  const { asked, ask, confirm, close, pending, problem } = useAskedAction(() => solveCase(id, note), {
    messages: useProblemText('admin.caseList.errors'),
    onDone: () => router.refresh(),
  });

  function submit(event: FormEvent) {
    event.preventDefault();
    confirm();
  }

  return (
    <>
      <Button onClick={() => ask(true)}>{t('solve')}</Button>
      {asked && (
        <Dialog title={t('solve')} closeLabel={t('close')} onClose={close}>
          <form onSubmit={submit} noValidate className="mt-4 space-y-4">
            <Field
              label={t('noteLabel')}
              value={note}
              maxLength={longestReason}
              required
              onChange={(event) => setNote(event.target.value)}
            />
            {problem && <Notice tone="bad">{problem}</Notice>}
            <Button type="submit" variant="buy" className="w-full" pending={pending}>
              {t('solveConfirm')}
            </Button>
          </form>
        </Dialog>
      )}
    </>
  );
}
