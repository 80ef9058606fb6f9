'use client';

import { useTranslations } from 'next-intl';
import { useFormAction } from '@/components/account/use-form-action';
import { ActionForm } from '@/components/ui/action-form-client';
import { Button } from '@/components/ui/button';
import { Check } from '@/components/ui/check';
import { Notice } from '@/components/ui/notice';
import { toast } from '@/components/ui/toast';
import { type MailKind, mailKinds } from '@/lib/account/settings';
import { saveBellPreferencesAction, saveMailPreferencesAction } from '@/lib/account/settings/action';
import type { FormState } from '@/lib/core/action/state';

const forms = {
  mails: { action: saveMailPreferencesAction, names: mailKinds },
  bell: { action: saveBellPreferencesAction, names: ['eachSale'] },
} as const;

type Props = {
  kind: keyof typeof forms;
  chosen: Partial<Record<MailKind | 'eachSale', boolean>>;
  answer?: FormState;
};

/** Preferences of mails and notifications: a box for each kind. */
export function Preferences({ kind, chosen, answer }: Props) {
  const t = useTranslations('settings');
  const { action, names } = forms[kind];
  const { state, submit, pending, problem } = useFormAction(action, {
    group: 'settings.errors',
    initial: answer,
    onDone: () => void toast('success', t('saved')),
  });
  return (
    <ActionForm action={submit} className="space-y-2">
      {problem && <Notice tone="bad">{problem}</Notice>}
      {names.map((name) => (
        <Check
          key={name}
          name={name}
          label={t(name)}
          // Forms omit unticked boxes.
          defaultChecked={state.typed ? state.typed[name] === 'on' : chosen[name]}
        />
      ))}
      <Button type="submit" pending={pending}>
        {t('save')}
      </Button>
    </ActionForm>
  );
}
