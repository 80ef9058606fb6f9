'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { ActionForm } from '@/components/ui/action-form-client';
import { Button } from '@/components/ui/button';
import { buttonStyles } from '@/components/ui/button-styles';
import { Dialog } from '@/components/ui/dialog-client';
import { Link } from '@/components/ui/link-client';
import { Notice } from '@/components/ui/notice';
import { registerAction } from '@/lib/account/sign-in/action';
import { mailProviderUrl } from '@/lib/account/sign-in/mail-provider';
import type { FormState } from '@/lib/core/action/state';
import { EmailField } from './email-field';
import { PasswordField } from './password-field-client';
import { ResendConfirmation } from './resend-confirmation-client';
import { useFormAction } from './use-form-action';
import { UsernameField } from './username-field-client';

type Props = { next: string; domains: string[]; localMailbox: string | null; answer?: FormState };

export function RegisterForm({ next, domains, localMailbox, answer }: Props) {
  const t = useTranslations('auth');
  const { state, submit, pending, problem, fieldProblem, typed } = useFormAction(registerAction, {
    group: 'auth.errors',
    initial: answer,
    toasts: true,
  });
  const [closedFor, setClosedFor] = useState<FormState>();
  // Answers contain no password, so only the browser can store it.
  const [password, setPassword] = useState('');
  return (
    <ActionForm action={submit} noValidate className="space-y-5">
      {problem && <Notice tone="bad">{problem}</Notice>}
      <input type="hidden" name="next" value={next} />
      <UsernameField defaultValue={typed.username} error={fieldProblem('username')} />
      <EmailField
        label={t('email')}
        hint={t('domains', { list: domains.join(', ') })}
        defaultValue={typed.email}
        error={fieldProblem('email')}
      />
      <PasswordField
        label={t('password')}
        name="password"
        autoComplete="new-password"
        value={password}
        onChange={(event) => setPassword(event.target.value)}
        hint={t('passwordHint')}
        error={fieldProblem('password')}
      />
      <Button type="submit" variant="buy" size="large" pending={pending} className="w-full">
        {t('register')}
      </Button>
      <p className="text-center text-sm text-muted">
        {t('haveAccount')}{' '}
        <Link
          href={`/login?next=${encodeURIComponent(next)}`}
          className="inline-flex min-h-11 items-center font-semibold text-link hover:underline"
        >
          {t('login')}
        </Link>
      </p>
      {state.done && typed.email && closedFor !== state && (
        <Dialog
          title={t('confirmTitle')}
          description={t('confirmText', { email: typed.email })}
          closeLabel={t('close')}
          onClose={() => setClosedFor(state)}
        >
          <a
            href={localMailbox ?? mailProviderUrl(typed.email)}
            target="_blank"
            rel="noreferrer"
            className={buttonStyles({ variant: 'buy', className: 'mt-6 w-full' })}
          >
            {t('openMail')}
          </a>
          <ResendConfirmation email={typed.email} next={next} />
        </Dialog>
      )}
    </ActionForm>
  );
}
