'use client';

import { useTranslations } from 'next-intl';
import { useFormAction } from '@/components/account/use-form-action';
import { ActionForm } from '@/components/ui/action-form-client';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { Link } from '@/components/ui/link-client';
import { spendRecoveryCodeAction, verifyStepAction } from '@/lib/account/two-factor/action';
import type { FormState } from '@/lib/core/action/state';
import { CodeField } from './code-field';

const link = 'inline-flex min-h-11 items-center font-medium text-link hover:underline';

type Props = { next: string; withRecoveryCode: boolean; answer?: FormState };

/** Second step of the sign-in: a code of the app, or a recovery code. */
export function StepForm({ next, withRecoveryCode, answer }: Props) {
  const t = useTranslations('twoFactor');
  const { submit, pending, problem, fieldProblem } = useFormAction(
    withRecoveryCode ? spendRecoveryCodeAction : verifyStepAction,
    { group: 'twoFactor.errors', initial: answer },
  );
  const wrong = fieldProblem('code') ?? problem;
  const other = `/login/verificar?next=${encodeURIComponent(next)}${withRecoveryCode ? '' : '&modo=recuperacion'}`;
  return (
    <ActionForm action={submit} noValidate className="space-y-5">
      <input type="hidden" name="next" value={next} />
      {withRecoveryCode ? (
        <Field
          label={t('recoveryCode')}
          hint={t('recoveryHint')}
          name="code"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={60}
          required
          error={wrong}
        />
      ) : (
        <CodeField error={wrong} />
      )}
      <Button type="submit" variant="buy" size="large" pending={pending} className="w-full">
        {t('verify')}
      </Button>
      <p className="flex flex-wrap justify-between gap-x-4 text-sm">
        <Link href={other} className={link}>
          {t(withRecoveryCode ? 'useApp' : 'useRecovery')}
        </Link>
        <Link href="/logout" className={link}>
          {t('signOut')}
        </Link>
      </p>
    </ActionForm>
  );
}
