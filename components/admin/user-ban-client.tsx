'use client';

import { useFormatter, useTranslations } from 'next-intl';
import { Confirm } from '@/components/panel/confirm-client';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { Notice } from '@/components/ui/notice';
import { longestReason } from '@/lib/admin/lengths';
import { banUser, unbanUser } from '@/lib/admin/user-action';
import type { AdminUser } from '@/lib/admin/users';
import { dayInSpain } from '@/lib/core/day';
import { useUserForm } from './use-user-form';

type Act = { reason: string; until: string };

function readAct(form: FormData): Act | string {
  const act = { reason: String(form.get('banReason')).trim(), until: String(form.get('until') ?? '') };
  if (act.reason.length < 3) return 'motivo_no_valido';
  return act.until !== '' && act.until < dayInSpain() ? 'fecha_no_valida' : act;
}

/** Bans a person with a reason and an end, or lifts the ban, after a confirmation. */
export function UserBan({ user }: { user: AdminUser }) {
  const t = useTranslations('admin.user');
  const format = useFormatter();
  const { id, bannedUntil, displayName: name } = user;
  const { form, submit, asked, confirm, cancel, problem, pending } = useUserForm<Act>({
    read: readAct,
    send: ({ reason, until }) => (bannedUntil ? unbanUser({ id, reason }) : banUser({ id, reason, until })),
  });
  const why = user.banReason ?? '';
  const day = asked?.until && format.dateTime(new Date(`${asked.until}T12:00:00Z`), 'day');
  return (
    <form method="dialog" ref={form} onSubmit={submit} noValidate className="space-y-4">
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
      <Field label={t('reason')} name="banReason" maxLength={longestReason} />
      {problem && <Notice tone="bad">{problem}</Notice>}
      <Button type="submit" variant={bannedUntil ? undefined : 'danger'} pending={pending}>
        {t(bannedUntil ? 'unban' : 'banConfirm')}
      </Button>
      {asked && (
        <Confirm
          title={
            bannedUntil
              ? t('unbanTitle', { name })
              : day
                ? t('banTitle', { name, date: day })
                : t('banTitleForGood', { name })
          }
          text={t(bannedUntil ? 'unbanAsk' : 'banAsk', { reason: asked.reason })}
          confirmLabel={t(bannedUntil ? 'unbanName' : 'banName', { name })}
          isDangerous={!bannedUntil}
          pending={pending}
          onConfirm={confirm}
          onClose={cancel}
        />
      )}
    </form>
  );
}
