'use client';

import { useTranslations } from 'next-intl';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { Notice } from '@/components/ui/notice';
import { removeSecondFactor } from '@/lib/admin/user-action';
import { useUserForm } from './use-user-form';

/** Removes the second factor of somebody who has lost the app and the recovery codes, with a reason. */
export function SecondFactor({ id }: { id: string }) {
  const t = useTranslations('admin.user');
  const { submit, problem, pending } = useUserForm((form) =>
    removeSecondFactor({ id, reason: String(form.get('twoFactorReason')) }),
  );
  return (
    <form onSubmit={submit} noValidate className="space-y-4">
      <p className="text-sm text-muted">{t('twoFactorOn')}</p>
      <Field label={t('reason')} name="twoFactorReason" maxLength={500} />
      {problem && <Notice tone="bad">{problem}</Notice>}
      <Button type="submit" variant="danger" pending={pending}>
        {t('twoFactorRemove')}
      </Button>
    </form>
  );
}
