'use client';

import { useTranslations } from 'next-intl';
import { PasswordField } from '@/components/account/password-field-client';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { Notice } from '@/components/ui/notice';
import { fieldLengths } from '@/lib/account/field-lengths';
import { changeEmailAction } from '@/lib/account/settings/action';
import { useSettingsForm } from './use-settings-form';

export function EmailForm({ email, newEmail }: { email: string; newEmail: string | null }) {
  const t = useTranslations('settings');
  const { state, submit, pending, text } = useSettingsForm(changeEmailAction, t('emailSent'));
  const waiting = state.done ? state.typed?.email : newEmail;
  return (
    <form action={submit} noValidate className="space-y-4">
      <p className="text-sm text-muted">{t('emailNow', { email })}</p>
      {waiting && <Notice tone="warn">{t('emailWaiting', { email: waiting })}</Notice>}
      {state.error && <Notice tone="bad">{text(state.error)}</Notice>}
      <Field
        label={t('newEmail')}
        name="email"
        type="email"
        autoComplete="email"
        maxLength={fieldLengths.email}
        defaultValue={state.typed?.email}
        error={text(state.fieldErrors?.email)}
      />
      <PasswordField
        label={t('passwords.current')}
        name="current"
        autoComplete="current-password"
        error={text(state.fieldErrors?.current)}
      />
      <Button type="submit" pending={pending}>
        {t('changeEmail')}
      </Button>
    </form>
  );
}
