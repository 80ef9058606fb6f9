'use client';

import { useTranslations } from 'next-intl';
import { ActionButton } from '@/components/ui/action-button-client';
import { ConfirmButton } from '@/components/ui/confirm-button-client';
import { CopyText } from '@/components/ui/copy-text-client';
import { toast } from '@/components/ui/toast';
import { useProblemText } from '@/components/ui/use-problem-text';
import { freeActivation, renewLicence } from '@/lib/api/licences/action';

/** The key with buttons to copy it, or to replace it after a confirmation. */
export function LicenceKey({ orderId, value }: { orderId: string; value: string }) {
  const t = useTranslations('licence');
  return (
    <>
      <p id="licence-key" className="rounded-control bg-canvas p-3 font-mono text-lg wrap-anywhere">
        {value}
      </p>
      <div className="flex flex-wrap items-center gap-3">
        <CopyText text={value} label={t('copy')} shown="licence-key" />
        <ConfirmButton
          action={renewLicence}
          input={orderId}
          label={t('renew')}
          question={{ title: t('renewTitle'), text: t('renewText'), cancelLabel: t('cancel'), isDangerous: true }}
          messages={useProblemText('licence.errors')}
          onDone={() => void toast('success', t('renewed'))}
        />
      </div>
    </>
  );
}

/** Removes the activation of a server. */
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
