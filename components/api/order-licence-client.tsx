'use client';

import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { ActionButton } from '@/components/ui/action-button-client';
import { Button } from '@/components/ui/button';
import { Confirm } from '@/components/ui/confirm-client';
import { CopyText } from '@/components/ui/copy-text-client';
import { toast } from '@/components/ui/toast';
import { useAction } from '@/components/ui/use-action';
import { useProblemText } from '@/components/ui/use-problem-text';
import { freeActivation, renewLicence } from '@/lib/api/licences/action';

/** The key, to be copied, or replaced after a question. */
export function LicenceKey({ orderId, value }: { orderId: string; value: string }) {
  const t = useTranslations('licence');
  const router = useRouter();
  const [isAsked, setAsked] = useState(false);
  const { run, pending, problem } = useAction(renewLicence, {
    messages: useProblemText('licence.errors'),
    onDone: () => {
      setAsked(false);
      void toast('success', t('renewed'));
      router.refresh();
    },
  });
  return (
    <>
      <p id="licence-key" className="rounded-control bg-canvas p-3 font-mono text-lg wrap-anywhere">
        {value}
      </p>
      <div className="flex flex-wrap items-center gap-3">
        <CopyText text={value} label={t('copy')} shown="licence-key" />
        <Button onClick={() => setAsked(true)}>{t('renew')}</Button>
      </div>
      {isAsked && (
        <Confirm
          title={t('renewTitle')}
          text={t('renewText')}
          confirmLabel={t('renew')}
          cancelLabel={t('cancel')}
          isDangerous
          pending={pending}
          problem={problem}
          onConfirm={() => run(orderId)}
          onClose={() => setAsked(false)}
        />
      )}
    </>
  );
}

/** Frees the place of a server. */
export function FreeActivation({ id, name }: { id: string; name: string }) {
  const t = useTranslations('licence');
  return (
    <ActionButton
      action={freeActivation}
      input={id}
      label={t('free')}
      name={name}
      messages={useProblemText('licence.errors')}
      onDone={() => void toast('success', t('freed'))}
    />
  );
}
