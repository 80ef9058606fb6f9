'use client';

import { useTranslations } from 'next-intl';
import { useFormAction } from '@/components/account/use-form-action';
import { ActionForm } from '@/components/ui/action-form-client';
import { Button } from '@/components/ui/button';
import { Check } from '@/components/ui/check';
import { Notice } from '@/components/ui/notice';
import { toast } from '@/components/ui/toast';
import { saveBellPreferencesAction } from '@/lib/account/settings/action';
import type { FormState } from '@/lib/core/action/state';

/** Whether the bell tells of each sale. */
export function BellPreferences({ eachSale, answer }: { eachSale: boolean; answer?: FormState }) {
  const t = useTranslations('settings');
  const { state, submit, pending, problem } = useFormAction(saveBellPreferencesAction, {
    group: 'settings.errors',
    initial: answer,
    onDone: () => void toast('success', t('saved')),
  });
  return (
    <ActionForm action={submit} className="space-y-2">
      {problem && <Notice tone="bad">{problem}</Notice>}
      <Check
        name="eachSale"
        label={t('eachSale')}
        // Forms omit unticked boxes.
        defaultChecked={state.typed ? state.typed.eachSale === 'on' : eachSale}
      />
      <Button type="submit" pending={pending}>
        {t('save')}
      </Button>
    </ActionForm>
  );
}
