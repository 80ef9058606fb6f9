'use client';

import { useTranslations } from 'next-intl';
import { type FormEvent, type ReactNode, useState, useTransition } from 'react';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { Notice } from '@/components/ui/notice';
import type { MfaError } from '@/lib/account/two-factor/types';
import type { Result } from '@/lib/core/action/result';
import { CodeField } from './code-field';
import { useMfaError } from './use-mfa-error';

type Props<Value> = {
  title: string;
  description: string;
  /** Explains what will be lost or what comes next. */
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
  const text = useMfaError();
  const [error, setError] = useState<MfaError>();
  const [isPending, startTransition] = useTransition();

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const code = String(new FormData(event.currentTarget).get('code') ?? '');
    startTransition(async () => {
      const result = await send(code).catch(() => ({ ok: false as const, error: 'failed' as const }));
      if (!result.ok) return setError(result.error);
      onDone(result.value);
    });
  }

  return (
    <Dialog title={title} description={description} closeLabel={t('close')} onClose={onClose}>
      {children}
      <form onSubmit={submit} noValidate className="mt-5 space-y-4">
        {asksForCode ? <CodeField error={text(error)} /> : error && <Notice tone="bad">{text(error)}</Notice>}
        <div className="flex flex-wrap justify-end gap-3">
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button type="submit" variant="danger" pending={isPending}>
            {confirm}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
