'use client';

import { usePathname } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { ButtonLink } from '@/components/ui/button-link';
import { Dialog } from '@/components/ui/dialog';

/** Buying, saving and following need an account. Logging in leads back to this page, or to `next`. */
export function LoginRequired({ next: wanted, onClose }: { next?: string; onClose: () => void }) {
  const t = useTranslations('product');
  const pathname = usePathname();
  const next = encodeURIComponent(wanted ?? pathname);
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

/** A disabled account cannot buy; the dialog offers what to do instead. */
export function AccountDisabled({ onClose }: { onClose: () => void }) {
  const t = useTranslations('product');
  return (
    <Dialog title={t('disabledTitle')} description={t('disabledText')} closeLabel={t('close')} onClose={onClose}>
      <div className="mt-6 grid">
        <ButtonLink href="/logout" prefetch={false} variant="danger">
          {t('signOut')}
        </ButtonLink>
      </div>
    </Dialog>
  );
}
