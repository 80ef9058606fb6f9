import { useTranslations } from 'next-intl';
import { Field } from '@/components/ui/field';

/** Six digits of an authenticator app; a phone offers its digits, a password manager the code. */
export function CodeField({ error }: { error?: string }) {
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
