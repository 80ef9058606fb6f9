'use client';

import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { removeLostTwoFactorApps } from '@/lib/account/two-factor/action';
import { CodeDialog } from './code-dialog-client';

/** Removes the lost app after a sign-in by recovery code, so that a new one can be set up. */
export function LostApps() {
  const t = useTranslations('twoFactor');
  const router = useRouter();
  const [isAsking, setIsAsking] = useState(false);
  return (
    <>
      <Button variant="buy" onClick={() => setIsAsking(true)}>
        {t('replaceApp')}
      </Button>
      {isAsking && (
        <CodeDialog
          title={t('replaceTitle')}
          description={t('replaceText')}
          confirm={t('replaceApp')}
          asksForCode={false}
          send={removeLostTwoFactorApps}
          onDone={() => {
            setIsAsking(false);
            router.refresh();
          }}
          onClose={() => setIsAsking(false)}
        >
          <ul className="mt-4 list-disc space-y-1 pl-5 text-sm">
            <li>{t('losesApps')}</li>
            <li>{t('losesCodes')}</li>
          </ul>
        </CodeDialog>
      )}
    </>
  );
}
