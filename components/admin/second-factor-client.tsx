'use client';

import { useTranslations } from 'next-intl';
import { Confirm } from '@/components/panel/confirm-client';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { Notice } from '@/components/ui/notice';
import { longestReason } from '@/lib/admin/lengths';
import { removeSecondFactor } from '@/lib/admin/user-action';
import { useUserForm } from './use-user-form';

/** Removes the second factor of a person who lost the app and the recovery codes, with a reason. */
export function SecondFactor({ id, name }: { id: string; name: string }) {
  const t = useTranslations('admin.user');
  const { form, submit, asked, confirm, cancel, problem, pending } = useUserForm<{ reason: string }>({
    read: (data) => {
      const reason = String(data.get('twoFactorReason')).trim();
      return reason.length < 3 ? 'motivo_no_valido' : { reason };
    },
    send: ({ reason }) => removeSecondFactor({ id, reason }),
  });
  return (
    <form method="dialog" ref={form} onSubmit={submit} noValidate className="space-y-4">
      <p className="text-sm text-muted">{t('twoFactorOn')}</p>
      <Field label={t('reason')} name="twoFactorReason" maxLength={longestReason} />
      {problem && <Notice tone="bad">{problem}</Notice>}
      <Button type="submit" variant="danger" pending={pending}>
        {t('twoFactorRemove')}
      </Button>
      {asked && (
        <Confirm
          title={t('twoFactorTitle', { name })}
          text={t('twoFactorAsk')}
          confirmLabel={t('twoFactorRemove')}
          isDangerous
          pending={pending}
          onConfirm={confirm}
          onClose={cancel}
        />
      )}
    </form>
  );
}
