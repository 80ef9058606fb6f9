'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { PasswordField } from '@/components/account/password-field-client';
import { ResetMeOnLeave } from '@/components/account/reset-me-on-leave-client';
import { useFormAction } from '@/components/account/use-form-action';
import { ActionForm } from '@/components/ui/action-form-client';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog-client';
import { Link } from '@/components/ui/link-client';
import { Notice } from '@/components/ui/notice';
import type { Obstacle } from '@/lib/account/settings/types';
import { deleteAccountAction } from '@/lib/club/close-account-action';

type Losses = { uncoins: number; orders: number; revenue: string | null; products: boolean; club: boolean };
type Props = { losses: Losses; obstacles: Obstacle[] };

/** The page that removes each obstacle. */
const ways: Record<Obstacle, string> = {
  es_admin: '/support',
  club_activo: '/profile/club',
  retiro_pendiente: '/dashboard',
  pago_en_curso: '/profile/orders',
};

/** Lists the obstacles with their links. Does not ask for the password. */
function Obstacles({ obstacles, onClose }: { obstacles: Obstacle[]; onClose: () => void }) {
  const t = useTranslations('settings');
  return (
    <>
      <ul className="mt-4 space-y-3">
        {obstacles.map((obstacle) => (
          <li key={obstacle} className="rounded-control border border-warn p-3.5 text-sm">
            <p>{t(`errors.${obstacle}`)}</p>
            <Link
              href={ways[obstacle]}
              className="inline-flex min-h-11 items-center font-semibold text-link underline-offset-4 hover:underline"
            >
              {t(`obstacles.${obstacle}`)}
            </Link>
          </li>
        ))}
      </ul>
      <div className="mt-5 flex justify-end">
        <Button onClick={onClose}>{t('keep')}</Button>
      </div>
    </>
  );
}

/** Deletes the account, after showing the obstacles, or else the losses, and asking for the password. */
export function DeleteAccount({ losses, obstacles }: Props) {
  const t = useTranslations('settings');
  const [open, setOpen] = useState(false);
  const { submit, pending, problem, fieldProblem } = useFormAction(deleteAccountAction, { group: 'settings.errors' });
  const isKept = obstacles.length > 0;
  return (
    <>
      <Button variant="danger" onClick={() => setOpen(true)}>
        {t('delete')}
      </Button>
      {open && (
        <Dialog
          title={t('deleteTitle')}
          description={t(isKept ? 'deleteLater' : 'deleteText')}
          closeLabel={t('close')}
          onClose={() => setOpen(false)}
        >
          {isKept ? (
            <Obstacles obstacles={obstacles} onClose={() => setOpen(false)} />
          ) : (
            <>
              <ul className="mt-4 list-disc space-y-1 pl-5 text-sm">
                {losses.orders > 0 && <li>{t('losesOrders', { count: losses.orders })}</li>}
                {losses.uncoins > 0 && <li>{t('losesCoins', { count: losses.uncoins })}</li>}
                {losses.club && <li>{t('losesClub')}</li>}
                {losses.revenue && <li>{t('losesRevenue', { amount: losses.revenue })}</li>}
                {losses.products && <li>{t('losesProducts')}</li>}
                <li>{t('losesName')}</li>
              </ul>
              <ResetMeOnLeave />
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
            </>
          )}
        </Dialog>
      )}
    </>
  );
}
