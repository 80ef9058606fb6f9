'use client';

import Link from 'next/link';
import { useTranslations } from 'next-intl';
import { useActionState } from 'react';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { Notice } from '@/components/ui/notice';
import { type FormState, logInAction } from '@/lib/account/action';
import { fieldLengths } from '@/lib/account/field-lengths';
import { PasswordField } from './password-field-client';
import { ResendConfirmation } from './resend-confirmation-client';
import { useAuthError } from './use-auth-error';

export function LoginForm({ next, initialError }: { next: string; initialError?: string }) {
  const t = useTranslations('auth');
  const text = useAuthError();
  const [state, action, pending] = useActionState(logInAction, { error: initialError } as FormState);
  return (
    <form action={action} noValidate className="space-y-5">
      {state.error && <Notice tone="bad">{text(state.error)}</Notice>}
      {state.error === 'notConfirmed' && state.email && <ResendConfirmation email={state.email} />}
      <input type="hidden" name="next" value={next} />
      <Field
        label={t('email')}
        name="email"
        type="email"
        autoComplete="email"
        maxLength={fieldLengths.email}
        required
        defaultValue={state.email}
        error={text(state.fieldErrors?.email)}
      />
      <PasswordField
        label={t('password')}
        name="password"
        autoComplete="current-password"
        error={text(state.fieldErrors?.password)}
      />
      <Button type="submit" variant="buy" size="large" pending={pending} className="w-full">
        {t('login')}
      </Button>
      <p className="text-center text-sm">
        <Link
          href="/login?mode=reset"
          className="inline-flex min-h-11 items-center font-medium text-link hover:underline"
        >
          {t('forgot')}
        </Link>
      </p>
      <p className="text-center text-sm text-muted">
        {t('noAccount')}{' '}
        <Link
          href={`/login?mode=register&next=${encodeURIComponent(next)}`}
          className="inline-flex min-h-11 items-center font-semibold text-link hover:underline"
        >
          {t('register')}
        </Link>
      </p>
    </form>
  );
}
