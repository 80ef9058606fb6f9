import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { Field } from '@/components/ui/field';

/**
 * Field for a six-digit code of an authenticator app. Phones open the number pad, and password managers can fill it.
 */
export function CodeField({ error }: { error?: ReactNode }) {
  const t = useTranslations('twoFactor');
  return (
    <Field
      label={t('code')}
      hint={t('codeHint')}
      name="code"
      inputMode="numeric"
      autoComplete="one-time-code"
      maxLength={9}
      required
      error={error}
    />
  );
}
