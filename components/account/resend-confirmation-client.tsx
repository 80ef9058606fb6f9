'use client';

import { useTranslations } from 'next-intl';
import { useState, useTransition } from 'react';
import { Button } from '@/components/ui/button';
import { resendConfirmation } from '@/lib/account/action';
import { useAuthError } from './use-auth-error';

/** Sends the confirmation mail again. The message is the same whether or not the address needs one. */
export function ResendConfirmation({ email }: { email: string }) {
  const t = useTranslations('auth');
  const errorText = useAuthError();
  const [isPending, startTransition] = useTransition();
  const [answer, setAnswer] = useState<string>();
  const send = () =>
    startTransition(async () => {
      const result = await resendConfirmation(email).catch(() => ({ ok: false as const, error: 'unexpected' }));
      setAnswer(result.ok ? t('resent') : errorText(result.error));
    });
  return (
    <div className="mt-3">
      <Button type="button" pending={isPending} onClick={send} className="w-full">
        {t('resend')}
      </Button>
      <p role="status" className="mt-2 text-sm text-muted empty:hidden">
        {answer}
      </p>
    </div>
  );
}
