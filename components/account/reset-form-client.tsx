'use client';

import { useTranslations } from 'next-intl';
import { ActionForm } from '@/components/ui/action-form-client';
import { Button } from '@/components/ui/button';
import { Link } from '@/components/ui/link-client';
import { Notice } from '@/components/ui/notice';
import { resetAction } from '@/lib/account/sign-in/action';
import type { FormState } from '@/lib/core/action/state';
import { EmailField } from './email-field';
import { useFormAction } from './use-form-action';

export function ResetForm({ next, answer }: { next: string; answer?: FormState }) {
  const t = useTranslations('auth');
  const { state, submit, pending, problem, fieldProblem, typed } = useFormAction(resetAction, {
    group: 'auth.errors',
    initial: answer,
    toasts: true,
  });
  return (
    <ActionForm action={submit} noValidate className="space-y-5">
      {problem && <Notice tone="bad">{problem}</Notice>}
      {state.done && <Notice tone="good">{t('resetSent')}</Notice>}
      <input type="hidden" name="next" value={next} />
      <EmailField label={t('email')} defaultValue={typed.email} error={fieldProblem('email')} />
      <Button type="submit" variant="buy" size="large" pending={pending} className="w-full">
        {t('sendLink')}
      </Button>
      <p className="text-center text-sm">
        <Link
          href={`/login?next=${encodeURIComponent(next)}`}
          className="inline-flex min-h-11 items-center font-medium text-link hover:underline"
        >
          {t('back')}
        </Link>
      </p>
    </ActionForm>
  );
}
