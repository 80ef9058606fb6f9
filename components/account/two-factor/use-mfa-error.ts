import { useTranslations } from 'next-intl';
import type { MfaError } from '@/lib/account/two-factor/types';

/** The text for an error of the second factor, or nothing. */
export function useMfaError() {
  const t = useTranslations('twoFactor.errors');
  return (key: MfaError | undefined): string | undefined => key && t(key);
}
