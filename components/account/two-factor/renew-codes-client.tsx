'use client';

import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { focusOnShow } from '@/components/ui/focus-on-show';
import { renewRecoveryCodes } from '@/lib/account/two-factor/action';
import { CodeDialog } from './code-dialog-client';
import { RecoveryCodes } from './recovery-codes-client';

/** Shows the number of remaining recovery codes and creates new ones. */
export function RenewCodes({ left }: { left: number }) {
  const t = useTranslations('twoFactor');
  const router = useRouter();
  const [isAsking, setIsAsking] = useState(false);
  const [codes, setCodes] = useState<string[]>();
  const [isRenewed, setRenewed] = useState(false);
  if (codes) {
    const forget = () => {
      setCodes(undefined);
      router.refresh();
    };
    return <RecoveryCodes codes={codes} onKept={forget} />;
  }
  return (
    <>
      <p ref={isRenewed ? focusOnShow : undefined} tabIndex={-1} className="mb-4 text-sm">
        {t('codesLeft', { count: left })}
      </p>
      <Button onClick={() => setIsAsking(true)}>{t('renew')}</Button>
      {isAsking && (
        <CodeDialog
          title={t('renewTitle')}
          description={t('renewText')}
          confirm={t('renew')}
          asksForCode
          send={renewRecoveryCodes}
          onDone={(value) => {
            setIsAsking(false);
            setCodes(value);
            setRenewed(true);
          }}
          onClose={() => setIsAsking(false)}
        />
      )}
    </>
  );
}
