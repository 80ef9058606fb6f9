'use client';

import { useTranslations } from 'next-intl';
import type { FormEvent, ReactNode } from 'react';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog-client';
import { Notice } from '@/components/ui/notice';
import { useAction } from '@/components/ui/use-action';
import { useProblemText } from '@/components/ui/use-problem-text';
import type { MfaError } from '@/lib/account/two-factor/types';
import type { Result } from '@/lib/core/action/result';
import { CodeField } from './code-field';

type Props<Value> = {
  title: string;
  description: string;
  /** Explains the loss or the next step. */
  children?: ReactNode;
  confirm: string;
  asksForCode: boolean;
  send: (code: string) => Promise<Result<Value, MfaError>>;
  onDone: (value: Value) => void;
  onClose: () => void;
};

/** Asks for confirmation before a change to the account's security, and for a code if the person has an app. */
export function CodeDialog<Value>(props: Props<Value>) {
  const { title, description, children, confirm, asksForCode, send, onDone, onClose } = props;
  const t = useTranslations('twoFactor');
  const { run, pending, problem } = useAction(send, { messages: useProblemText('twoFactor.errors'), onDone });

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    run(String(new FormData(event.currentTarget).get('code') ?? ''));
  }

  return (
    <Dialog title={title} description={description} closeLabel={t('close')} onClose={onClose}>
      {children}
      <form onSubmit={submit} noValidate className="mt-5 space-y-4">
        {asksForCode ? <CodeField error={problem} /> : problem && <Notice tone="bad">{problem}</Notice>}
        <div className="flex flex-wrap justify-end gap-3">
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button type="submit" variant="danger" pending={pending}>
            {confirm}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
