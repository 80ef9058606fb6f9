'use client';

import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Confirm } from '@/components/panel/confirm-client';
import { EditForm } from '@/components/panel/edit-form-client';
import { Field } from '@/components/ui/field';
import { Select } from '@/components/ui/select';
import { toast } from '@/components/ui/toast';
import { useEditForm } from '@/components/ui/use-edit-form';
import { useMoneyText } from '@/components/ui/use-money-text';
import { reputations } from '@/lib/account/constants';
import { fieldLengths } from '@/lib/account/field-lengths';
import { longestReason } from '@/lib/admin/lengths';
import { editUser } from '@/lib/admin/user-action';
import type { AdminUser } from '@/lib/admin/users';
import { roles } from '@/lib/gates/person';

const fieldNames = ['displayName', 'uncoins', 'reputation', 'role'] as const;

/** Edits a person as an admin, with a reason. */
export function UserEdit({ user }: { user: AdminUser }) {
  const t = useTranslations('admin.user');
  const names = useTranslations('admin.userList.roles');
  const states = useTranslations('profile.reputations');
  const router = useRouter();
  const [isAsked, setAsked] = useState(false);
  const form = useEditForm({
    name: `user:${user.id}`,
    loaded: {
      displayName: user.displayName,
      uncoins: String(user.uncoins),
      reputation: user.reputation as string,
      role: user.role as string,
    },
    notes: { reason: '' },
    save: (edit, { reason }) => editUser({ id: user.id, edit, reason }),
    messages: useMoneyText('admin.user.errors'),
    onDone: () => {
      void toast('success', t('saved'));
      router.refresh();
    },
  });
  const { field } = form;
  const role = roles.find((known) => known === form.values.role);

  function show(name: string, value: string | boolean) {
    const named = roles.find((known) => known === value);
    const state = reputations.find((known) => known === value);
    if (name === 'role') return named && names(named);
    return name === 'reputation' ? state && states(state) : undefined;
  }

  return (
    <EditForm
      form={form}
      label={(name) => t(fieldNames.find((known) => known === name) ?? 'displayName')}
      show={show}
      saveLabel={t('save')}
      onSubmit={() => (role && role !== user.role ? setAsked(true) : form.submit())}
    >
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
        <Field label={t('displayName')} maxLength={fieldLengths.displayName} {...field('displayName')} />
        <Field label={t('uncoins')} inputMode="numeric" {...field('uncoins')} />
        <Select
          label={t('reputation')}
          {...field('reputation')}
          options={reputations.map((value) => ({ value, label: states(value) }))}
        />
        <Select label={t('role')} {...field('role')} options={roles.map((value) => ({ value, label: names(value) }))} />
      </div>
      <Field label={t('reason')} maxLength={longestReason} hint={t('reasonHint')} {...field('reason')} />
      {isAsked && role && (
        <Confirm
          title={t('roleQuestion', { name: user.displayName, username: user.username, role: names(role) })}
          text={t(`roleText.${role}`)}
          confirmLabel={t('changeRole')}
          isDangerous
          pending={form.pending}
          onConfirm={() => {
            setAsked(false);
            form.submit();
          }}
          onClose={() => setAsked(false)}
        />
      )}
    </EditForm>
  );
}
