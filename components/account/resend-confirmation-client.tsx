'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { useAction } from '@/components/ui/use-action';
import { useProblemText } from '@/components/ui/use-problem-text';
import { resendConfirmation } from '@/lib/account/sign-in/action';

/** Resends the confirmation mail. The message does not reveal whether the address needs one. */
export function ResendConfirmation({ email, next }: { email: string; next: string }) {
  const t = useTranslations('auth');
  const [isSent, setSent] = useState(false);
  const { run, pending, problem } = useAction(resendConfirmation, {
    messages: useProblemText('auth.errors'),
    onDone: () => setSent(true),
    onFail: () => setSent(false),
  });
  return (
    <div className="mt-3">
      <Button type="button" pending={pending} onClick={() => run(email, next)} className="w-full">
        {t('resend')}
      </Button>
      <p role="status" className="mt-2 text-sm text-muted empty:hidden">
        {problem ?? (isSent && t('resent'))}
      </p>
    </div>
  );
}
