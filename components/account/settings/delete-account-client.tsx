'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { AskAnew } from '@/components/account/ask-anew-client';
import { PasswordField } from '@/components/account/password-field-client';
import { useFormAction } from '@/components/account/use-form-action';
import { ActionForm } from '@/components/ui/action-form-client';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog-client';
import { Notice } from '@/components/ui/notice';
import { deleteAccountAction } from '@/lib/club/close-account-action';

type Losses = { uncoins: number; orders: number; revenue: string | null };

/** Deletes the account, after showing what is lost and asking for the password. */
export function DeleteAccount({ losses }: { losses: Losses }) {
  const t = useTranslations('settings');
  const [open, setOpen] = useState(false);
  const { submit, pending, problem, fieldProblem } = useFormAction(deleteAccountAction, { group: 'settings.errors' });
  return (
    <>
      <Button variant="danger" onClick={() => setOpen(true)}>
        {t('delete')}
      </Button>
      {open && (
        <Dialog
          title={t('deleteTitle')}
          description={t('deleteText')}
          closeLabel={t('close')}
          onClose={() => setOpen(false)}
        >
          <ul className="mt-4 list-disc space-y-1 pl-5 text-sm">
            <li>{t('losesOrders', { count: losses.orders })}</li>
            <li>{t('losesCoins', { count: losses.uncoins })}</li>
            {losses.revenue && <li>{t('losesRevenue', { amount: losses.revenue })}</li>}
            <li>{t('losesProducts')}</li>
          </ul>
          <AskAnew />
          <ActionForm action={submit} noValidate className="mt-5 space-y-4">
            {problem && <Notice tone="bad">{problem}</Notice>}
            <PasswordField
              label={t('passwords.current')}
              name="current"
              autoComplete="current-password"
              error={fieldProblem('current')}
            />
            <div className="flex flex-wrap justify-end gap-3">
              <Button onClick={() => setOpen(false)}>{t('keep')}</Button>
              <Button type="submit" variant="danger" pending={pending}>
                {t('deleteForGood')}
              </Button>
            </div>
          </ActionForm>
        </Dialog>
      )}
    </>
  );
}
