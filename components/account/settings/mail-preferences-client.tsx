'use client';

import { useTranslations } from 'next-intl';
import { Button } from '@/components/ui/button';
import { Notice } from '@/components/ui/notice';
import { saveMailPreferencesAction } from '@/lib/account/settings/action';
import type { Settings } from '@/lib/account/settings/types';
import { useSettingsForm } from './use-settings-form';

export function MailPreferences({ mails }: { mails: Settings['mails'] }) {
  const t = useTranslations('settings');
  const { state, submit, pending, text } = useSettingsForm(saveMailPreferencesAction, t('saved'));
  return (
    <form action={submit} className="space-y-2">
      {state.error && <Notice tone="bad">{text(state.error)}</Notice>}
      {(['newProducts', 'newVersions'] as const).map((name) => (
        <label key={name} className="flex min-h-11 items-center gap-3">
          <input type="checkbox" name={name} defaultChecked={mails[name]} className="size-5 accent-buy" />
          {t(name)}
        </label>
      ))}
      <Button type="submit" pending={pending}>
        {t('save')}
      </Button>
    </form>
  );
}
