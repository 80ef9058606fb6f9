'use client';

import { useTranslations } from 'next-intl';
import { ActionForm } from '@/components/ui/action-form-client';
import { Button } from '@/components/ui/button';
import { ButtonLink } from '@/components/ui/button-link';
import { focusOnShow } from '@/components/ui/focus-on-show';
import { Link } from '@/components/ui/link-client';
import { Notice } from '@/components/ui/notice';
import { newPasswordAction } from '@/lib/account/sign-in/action';
import type { FormState } from '@/lib/core/action/state';
import { PasswordField } from './password-field-client';
import { useFormAction } from './use-form-action';

type Props = { isOpen: boolean; next: string; answer?: FormState };

/** New password form after the recovery link. Without the link, it offers to request one. */
export function NewPasswordForm({ isOpen, next, answer }: Props) {
  const t = useTranslations('auth');
  const { state, submit, pending, problem, fieldProblem } = useFormAction(newPasswordAction, {
    group: 'auth.errors',
    initial: answer,
    toasts: true,
  });
  if (state.done) {
    return (
      <div className="space-y-5">
        <Notice tone="good" ref={focusOnShow} tabIndex={-1}>
          {t('passwordSaved')}
        </Notice>
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
        <ButtonLink href={`/login?mode=reset&next=${encodeURIComponent(next)}`} variant="buy">
          {t('reset')}
        </ButtonLink>
      </div>
    );
  }
  return (
    <ActionForm action={submit} noValidate className="space-y-5">
      <input type="hidden" name="next" value={next} />
      {problem && <Notice tone="bad">{problem}</Notice>}
      <PasswordField
        label={t('newPassword')}
        name="password"
        autoComplete="new-password"
        hint={t('passwordHint')}
        error={fieldProblem('password')}
      />
      <PasswordField
        label={t('confirmation')}
        name="confirmation"
        autoComplete="new-password"
        error={fieldProblem('confirmation')}
      />
      <Button type="submit" variant="buy" size="large" pending={pending} className="w-full">
        {t('savePassword')}
      </Button>
    </ActionForm>
  );
}
