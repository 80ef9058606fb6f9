'use client';

import Link from 'next/link';
import { useTranslations } from 'next-intl';
import { useActionState, useState } from 'react';
import { Button } from '@/components/ui/button';
import { buttonStyles } from '@/components/ui/button-styles';
import { Dialog } from '@/components/ui/dialog';
import { Field } from '@/components/ui/field';
import { Notice } from '@/components/ui/notice';
import { type FormState, registerAction } from '@/lib/account/action';
import { fieldLengths } from '@/lib/account/field-lengths';
import { mailProviderUrl } from '@/lib/account/mail-provider';
import { usernameLength } from '@/lib/account/username';
import { PasswordField } from './password-field-client';
import { ResendConfirmation } from './resend-confirmation-client';
import { useAuthError } from './use-auth-error';

type Props = { next: string; domains: string[]; localMailbox: string | null };

export function RegisterForm({ next, domains, localMailbox }: Props) {
  const t = useTranslations('auth');
  const text = useAuthError();
  const [state, action, pending] = useActionState(registerAction, {} as FormState);
  const [closedFor, setClosedFor] = useState<FormState>();
  return (
    <form action={action} noValidate className="space-y-5">
      {state.error && <Notice tone="bad">{text(state.error)}</Notice>}
      <Field
        label={t('username')}
        name="username"
        autoComplete="username"
        maxLength={usernameLength.max}
        required
        hint={t('usernameHint')}
        defaultValue={state.username}
        error={text(state.fieldErrors?.username)}
      />
      <Field
        label={t('email')}
        name="email"
        type="email"
        autoComplete="email"
        maxLength={fieldLengths.email}
        required
        hint={t('domains', { list: domains.join(', ') })}
        defaultValue={state.email}
        error={text(state.fieldErrors?.email)}
      />
      <PasswordField
        label={t('password')}
        name="password"
        autoComplete="new-password"
        hint={t('passwordHint')}
        error={text(state.fieldErrors?.password)}
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
      {state.done && state.email && closedFor !== state && (
        <Dialog
          title={t('confirmTitle')}
          description={t('confirmText', { email: state.email })}
          closeLabel={t('close')}
          onClose={() => setClosedFor(state)}
        >
          <a
            href={localMailbox ?? mailProviderUrl(state.email)}
            target="_blank"
            rel="noreferrer"
            className={buttonStyles({ variant: 'buy', className: 'mt-6 w-full' })}
          >
            {t('openMail')}
          </a>
          <ResendConfirmation email={state.email} />
        </Dialog>
      )}
    </form>
  );
}
