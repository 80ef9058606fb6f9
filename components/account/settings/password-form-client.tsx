'use client';

import { useTranslations } from 'next-intl';
import { PasswordField } from '@/components/account/password-field-client';
import { Button } from '@/components/ui/button';
import { Notice } from '@/components/ui/notice';
import { changePasswordAction } from '@/lib/account/settings/action';
import { useSettingsForm } from './use-settings-form';

export function PasswordForm() {
  const t = useTranslations('settings');
  const { state, submit, pending, text } = useSettingsForm(changePasswordAction, t('passwordChanged'));
  return (
    <form action={submit} noValidate className="space-y-4">
      {state.error && <Notice tone="bad">{text(state.error)}</Notice>}
      {(
        [
          ['current', 'current-password'],
          ['password', 'new-password'],
          ['confirmation', 'new-password'],
        ] as const
      ).map(([name, autoComplete]) => (
        <PasswordField
          key={name}
          label={t(`passwords.${name}`)}
          name={name}
          autoComplete={autoComplete}
          error={text(state.fieldErrors?.[name])}
        />
      ))}
      <Button type="submit" variant="buy" pending={pending}>
        {t('changePassword')}
      </Button>
    </form>
  );
}
