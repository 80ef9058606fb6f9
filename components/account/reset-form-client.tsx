'use client';

import Link from 'next/link';
import { useTranslations } from 'next-intl';
import { useActionState } from 'react';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { Notice } from '@/components/ui/notice';
import { type FormState, resetAction } from '@/lib/account/action';
import { fieldLengths } from '@/lib/account/field-lengths';
import { useAuthError } from './use-auth-error';

export function ResetForm() {
  const t = useTranslations('auth');
  const text = useAuthError();
  const [state, action, pending] = useActionState(resetAction, {} as FormState);
  return (
    <form action={action} noValidate className="space-y-5">
      {state.error && <Notice tone="bad">{text(state.error)}</Notice>}
      <div aria-live="polite">{state.done && <Notice tone="good">{t('resetSent')}</Notice>}</div>
      <Field
        label={t('email')}
        name="email"
        type="email"
        autoComplete="email"
        maxLength={fieldLengths.email}
        required
        defaultValue={state.email}
        error={text(state.fieldErrors?.email)}
      />
      <Button type="submit" variant="buy" size="large" pending={pending} className="w-full">
        {t('sendLink')}
      </Button>
      <p className="text-center text-sm">
        <Link href="/login" className="inline-flex min-h-11 items-center font-medium text-link hover:underline">
          {t('back')}
        </Link>
      </p>
    </form>
  );
}
