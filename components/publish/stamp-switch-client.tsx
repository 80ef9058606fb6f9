'use client';

import { useTranslations } from 'next-intl';
import { ActionButton } from '@/components/ui/action-button-client';
import { toast } from '@/components/ui/toast';
import { useProblemText } from '@/components/ui/use-problem-text';
import { saveStamp } from '@/lib/publish/stamp-action';
import { waitingFile } from '@/lib/publish/waiting-file';

type Props = { productId: string; editionId: string | null; isOn: boolean; name: string };

/** Turns the stamping of a file on or off. */
export function StampSwitch({ productId, editionId, isOn, name }: Props) {
  const t = useTranslations('stamps');
  const reason = useProblemText('stamps.problems');
  return (
    <ActionButton
      action={saveStamp}
      input={{ productId, editionId, isOn: !isOn }}
      label={t(isOn ? 'turnOff' : 'turnOn')}
      name={name}
      messages={(code) =>
        code.startsWith(waitingFile)
          ? t('waiting', { reason: reason(code.slice(waitingFile.length)) ?? '' })
          : reason(code)
      }
      onDone={() => void toast('success', t(isOn ? 'isOff' : 'isOn'))}
    />
  );
}
