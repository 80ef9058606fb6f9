'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { ButtonLink } from '@/components/ui/button-link';
import { Dialog } from '@/components/ui/dialog-client';
import { DisabledWays } from './disabled-ways';

/**
 * Dialog for actions that need an account: buying, saving, following. The login returns to this page with its
 * selection, or to `next`. Client-only.
 */
export function LoginRequired({ next: wanted, onClose }: { next?: string; onClose: () => void }) {
  const t = useTranslations('product');
  const [here] = useState(() => location.pathname + location.search);
  const next = encodeURIComponent(wanted ?? here);
  return (
    <Dialog title={t('loginTitle')} description={t('loginText')} closeLabel={t('close')} onClose={onClose}>
      <div className="mt-6 grid gap-3">
        <ButtonLink href={`/login?next=${next}`} variant="buy">
          {t('loginAction')}
        </ButtonLink>
        <ButtonLink href={`/login?mode=register&next=${next}`}>{t('registerAction')}</ButtonLink>
      </div>
    </Dialog>
  );
}

/** Dialog for disabled accounts, which cannot buy, with the alternatives. */
export function AccountDisabled({ onClose }: { onClose: () => void }) {
  const t = useTranslations('product');
  return (
    <Dialog title={t('disabledTitle')} description={t('disabledText')} closeLabel={t('close')} onClose={onClose}>
      <div className="mt-6 grid gap-3">
        <DisabledWays />
      </div>
    </Dialog>
  );
}
