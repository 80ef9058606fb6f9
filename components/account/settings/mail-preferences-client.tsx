'use client';

import { useTranslations } from 'next-intl';
import { useFormAction } from '@/components/account/use-form-action';
import { ActionForm } from '@/components/ui/action-form-client';
import { Button } from '@/components/ui/button';
import { Check } from '@/components/ui/check';
import { Notice } from '@/components/ui/notice';
import { toast } from '@/components/ui/toast';
import { mailKinds } from '@/lib/account/settings';
import { saveMailPreferencesAction } from '@/lib/account/settings/action';
import type { Settings } from '@/lib/account/settings/types';
import type { FormState } from '@/lib/core/action/state';

export function MailPreferences({ mails, answer }: { mails: Settings['mails']; answer?: FormState }) {
  const t = useTranslations('settings');
  const { state, submit, pending, problem } = useFormAction(saveMailPreferencesAction, {
    group: 'settings.errors',
    initial: answer,
    onDone: () => void toast('success', t('saved')),
  });
  return (
    <ActionForm action={submit} className="space-y-2">
      {problem && <Notice tone="bad">{problem}</Notice>}
      {mailKinds.map((name) => (
        <Check
          key={name}
          name={name}
          label={t(name)}
          // Forms omit unticked boxes.
          defaultChecked={state.typed ? state.typed[name] === 'on' : mails[name]}
        />
      ))}
      <Button type="submit" pending={pending}>
        {t('save')}
      </Button>
    </ActionForm>
  );
}
