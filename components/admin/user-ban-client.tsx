'use client';

import { useFormatter, useTranslations } from 'next-intl';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { Notice } from '@/components/ui/notice';
import { banUser, unbanUser } from '@/lib/admin/user-action';
import type { AdminUser } from '@/lib/admin/users';
import { useUserForm } from './use-user-form';

/** Bans a person with a reason and an end, or ends the ban. */
export function UserBan({ user }: { user: AdminUser }) {
  const t = useTranslations('admin.user');
  const format = useFormatter();
  const { id, bannedUntil } = user;
  const { submit, problem, pending } = useUserForm((form) => {
    const reason = String(form.get('banReason'));
    return bannedUntil ? unbanUser({ id, reason }) : banUser({ id, reason, until: String(form.get('until')) });
  });
  const why = user.banReason ?? '';
  return (
    <form key={bannedUntil ?? 'free'} onSubmit={submit} noValidate className="space-y-4">
      {bannedUntil ? (
        <Notice tone="bad">
          {bannedUntil === 'infinity'
            ? t('bannedForGood', { reason: why })
            : t('bannedUntil', { date: format.dateTime(new Date(bannedUntil), 'day'), reason: why })}
        </Notice>
      ) : (
        <>
          <p className="text-sm text-muted">{t('banText')}</p>
          <Field label={t('until')} name="until" type="date" />
        </>
      )}
      <Field label={t('reason')} name="banReason" maxLength={500} />
      {problem && <Notice tone="bad">{problem}</Notice>}
      <Button type="submit" variant={bannedUntil ? undefined : 'danger'} pending={pending}>
        {t(bannedUntil ? 'unban' : 'banConfirm')}
      </Button>
    </form>
  );
}
