'use client';

import { useTranslations } from 'next-intl';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { Notice } from '@/components/ui/notice';
import { Select } from '@/components/ui/select';
import { reputations } from '@/lib/account/constants';
import { fieldLengths } from '@/lib/account/field-lengths';
import { editUser } from '@/lib/admin/user-action';
import type { AdminUser } from '@/lib/admin/users';
import { roles } from '@/lib/gates/person';
import { useUserForm } from './use-user-form';

/** What an admin may change of a person, with the reason. */
export function UserEdit({ user }: { user: AdminUser }) {
  const t = useTranslations('admin.user');
  const names = useTranslations('admin.userList.roles');
  const states = useTranslations('profile.reputations');
  const { submit, problem, pending } = useUserForm((form) => {
    // Only changed fields are sent, so that a balance that moved while the form was open is not reset.
    const changed = (name: 'displayName' | 'reputation' | 'role' | 'uncoins') => {
      const value = String(form.get(name));
      return value === String(user[name]) ? undefined : value;
    };
    const uncoins = changed('uncoins');
    return editUser({
      id: user.id,
      displayName: changed('displayName'),
      reputation: changed('reputation') as AdminUser['reputation'] | undefined,
      role: changed('role') as AdminUser['role'] | undefined,
      uncoins: uncoins === undefined ? undefined : Number(uncoins),
      reason: String(form.get('reason')),
    });
  });
  return (
    // The key makes a new form after a change, so that its fields start with the current values.
    <form key={JSON.stringify(user)} onSubmit={submit} noValidate className="space-y-4">
      <div className="grid gap-4 sm:grid-cols-2">
        <Field
          label={t('displayName')}
          name="displayName"
          maxLength={fieldLengths.displayName}
          defaultValue={user.displayName}
        />
        <Field label={t('uncoins')} name="uncoins" inputMode="numeric" defaultValue={user.uncoins} />
        <Select
          label={t('reputation')}
          name="reputation"
          defaultValue={user.reputation}
          options={reputations.map((value) => ({ value, label: states(value) }))}
        />
        <Select
          label={t('role')}
          name="role"
          defaultValue={user.role}
          options={roles.map((value) => ({ value, label: names(value) }))}
        />
      </div>
      <Field label={t('reason')} name="reason" maxLength={500} hint={t('reasonHint')} />
      {problem && <Notice tone="bad">{problem}</Notice>}
      <Button type="submit" variant="buy" pending={pending}>
        {t('save')}
      </Button>
    </form>
  );
}
