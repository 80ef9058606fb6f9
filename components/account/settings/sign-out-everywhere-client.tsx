'use client';

import { useTranslations } from 'next-intl';
import { useFormAction } from '@/components/account/use-form-action';
import { ActionForm } from '@/components/ui/action-form-client';
import { Button } from '@/components/ui/button';
import { Notice } from '@/components/ui/notice';
import { signOutEverywhereAction } from '@/lib/account/settings/action';
import type { FormState } from '@/lib/core/action/state';

export function SignOutEverywhere({ answer }: { answer?: FormState }) {
  const t = useTranslations('settings');
  const { submit, pending, problem } = useFormAction(signOutEverywhereAction, {
    group: 'settings.errors',
    initial: answer,
  });
  return (
    <ActionForm action={submit} className="space-y-4">
      {problem && <Notice tone="bad">{problem}</Notice>}
      <Button type="submit" pending={pending}>
        {t('signOutEverywhere')}
      </Button>
    </ActionForm>
  );
}
