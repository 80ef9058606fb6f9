'use client';

import { useTranslations } from 'next-intl';
import { ActionForm } from '@/components/ui/action-form-client';
import { Button } from '@/components/ui/button';
import { Notice } from '@/components/ui/notice';
import { chooseUsernameAction } from '@/lib/account/sign-in/action';
import type { FormState } from '@/lib/core/action/state';
import { useFormAction } from './use-form-action';
import { UsernameField } from './username-field-client';

export function ChooseNameForm({ next, suggestion, answer }: { next: string; suggestion: string; answer?: FormState }) {
  const t = useTranslations('auth');
  const { submit, pending, problem, fieldProblem, typed } = useFormAction(chooseUsernameAction, {
    group: 'auth.errors',
    initial: answer,
    toasts: true,
  });
  return (
    <ActionForm action={submit} noValidate className="space-y-5">
      {problem && <Notice tone="bad">{problem}</Notice>}
      <input type="hidden" name="next" value={next} />
      <UsernameField defaultValue={typed.username ?? suggestion} error={fieldProblem('username')} />
      <Button type="submit" variant="buy" size="large" pending={pending} className="w-full">
        {t('chooseName.submit')}
      </Button>
    </ActionForm>
  );
}
