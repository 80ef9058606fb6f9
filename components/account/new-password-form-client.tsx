'use client';

import Link from 'next/link';
import { useTranslations } from 'next-intl';
import { useActionState } from 'react';
import { Button } from '@/components/ui/button';
import { ButtonLink } from '@/components/ui/button-link';
import { Notice } from '@/components/ui/notice';
import { type FormState, newPasswordAction } from '@/lib/account/action';
import { PasswordField } from './password-field-client';
import { useAuthError } from './use-auth-error';

/** For a person who has just followed the recovery link. Others are sent to request one. */
export function NewPasswordForm({ isOpen }: { isOpen: boolean }) {
  const t = useTranslations('auth');
  const text = useAuthError();
  const [state, action, pending] = useActionState(newPasswordAction, {} as FormState);
  if (state.done) {
    return (
      <div className="space-y-5">
        <Notice tone="good">{t('passwordSaved')}</Notice>
        <Link href="/" className="inline-flex min-h-11 items-center font-semibold text-link hover:underline">
          {t('home')}
        </Link>
      </div>
    );
  }
  if (!isOpen) {
    return (
      <div className="space-y-5">
        <p className="text-muted">{t('linkNeeded')}</p>
        <ButtonLink href="/login?mode=reset" variant="buy">
          {t('reset')}
        </ButtonLink>
      </div>
    );
  }
  return (
    <form action={action} noValidate className="space-y-5">
      {state.error && <Notice tone="bad">{text(state.error)}</Notice>}
      <PasswordField
        label={t('newPassword')}
        name="password"
        autoComplete="new-password"
        hint={t('passwordHint')}
        error={text(state.fieldErrors?.password)}
      />
      <PasswordField
        label={t('confirmation')}
        name="confirmation"
        autoComplete="new-password"
        error={text(state.fieldErrors?.confirmation)}
      />
      <Button type="submit" variant="buy" size="large" pending={pending} className="w-full">
        {t('savePassword')}
      </Button>
    </form>
  );
}
