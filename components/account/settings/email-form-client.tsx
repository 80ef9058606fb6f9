'use client';

import { useTranslations } from 'next-intl';
import { PasswordField } from '@/components/account/password-field-client';
import { useFormAction } from '@/components/account/use-form-action';
import { ActionForm } from '@/components/ui/action-form-client';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { Notice } from '@/components/ui/notice';
import { toast } from '@/components/ui/toast';
import { fieldLengths } from '@/lib/account/field-lengths';
import { changeEmailAction } from '@/lib/account/settings/action';
import type { FormState } from '@/lib/core/action/state';

type Props = { email: string; newEmail: string | null; answer?: FormState };

export function EmailForm({ email, newEmail, answer }: Props) {
  const t = useTranslations('settings');
  const { state, submit, pending, problem, fieldProblem, typed } = useFormAction(changeEmailAction, {
    group: 'settings.errors',
    initial: answer,
    onDone: () => void toast('success', t('emailSent')),
  });
  const waiting = state.done ? typed.email : newEmail;
  return (
    <ActionForm action={submit} noValidate className="space-y-4">
      <p className="text-sm text-muted">{t('emailNow', { email })}</p>
      {waiting && <Notice tone="warn">{t('emailWaiting', { email: waiting })}</Notice>}
      {problem && <Notice tone="bad">{problem}</Notice>}
      <Field
        label={t('newEmail')}
        name="email"
        type="email"
        autoComplete="email"
        maxLength={fieldLengths.email}
        defaultValue={typed.email}
        error={fieldProblem('email')}
      />
      <PasswordField
        label={t('passwords.current')}
        name="current"
        autoComplete="current-password"
        error={fieldProblem('current')}
      />
      <Button type="submit" pending={pending}>
        {t('changeEmail')}
      </Button>
    </ActionForm>
  );
}
