'use client';

import { useTranslations } from 'next-intl';
import { PasswordField } from '@/components/account/password-field-client';
import { useFormAction } from '@/components/account/use-form-action';
import { ActionForm } from '@/components/ui/action-form-client';
import { Button } from '@/components/ui/button';
import { Notice } from '@/components/ui/notice';
import { toast } from '@/components/ui/toast';
import { changePasswordAction } from '@/lib/account/settings/action';
import type { FormState } from '@/lib/core/action/state';

export function PasswordForm({ answer }: { answer?: FormState }) {
  const t = useTranslations('settings');
  const { submit, pending, problem, fieldProblem } = useFormAction(changePasswordAction, {
    group: 'settings.errors',
    initial: answer,
    onDone: () => void toast('success', t('passwordChanged')),
  });
  return (
    <ActionForm action={submit} noValidate className="space-y-4">
      {problem && <Notice tone="bad">{problem}</Notice>}
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
          error={fieldProblem(name)}
        />
      ))}
      <Button type="submit" variant="buy" pending={pending}>
        {t('changePassword')}
      </Button>
    </ActionForm>
  );
}
