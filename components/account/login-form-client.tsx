'use client';

import { useTranslations } from 'next-intl';
import { ActionForm } from '@/components/ui/action-form-client';
import { Button } from '@/components/ui/button';
import { Link } from '@/components/ui/link-client';
import { Notice } from '@/components/ui/notice';
import { logInAction } from '@/lib/account/sign-in/action';
import type { FormState } from '@/lib/core/action/state';
import { EmailField } from './email-field';
import { PasswordField } from './password-field-client';
import { ResendConfirmation } from './resend-confirmation-client';
import { useFormAction } from './use-form-action';

export function LoginForm({ next, answer }: { next: string; answer?: FormState }) {
  const t = useTranslations('auth');
  const { state, submit, pending, problem, fieldProblem, typed } = useFormAction(logInAction, {
    group: 'auth.errors',
    toasts: true,
    initial: answer,
  });
  return (
    <ActionForm action={submit} noValidate className="space-y-5">
      {problem && <Notice tone="bad">{problem}</Notice>}
      {state.error === 'notConfirmed' && typed.email && <ResendConfirmation email={typed.email} next={next} />}
      <input type="hidden" name="next" value={next} />
      <EmailField label={t('email')} defaultValue={typed.email} error={fieldProblem('email')} />
      <PasswordField
        label={t('password')}
        name="password"
        autoComplete="current-password"
        error={fieldProblem('password')}
      />
      <Button type="submit" variant="buy" size="large" pending={pending} className="w-full">
        {t('login')}
      </Button>
      <p className="text-center text-sm">
        <Link
          href={`/login?mode=reset&next=${encodeURIComponent(next)}`}
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
    </ActionForm>
  );
}
