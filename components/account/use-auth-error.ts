import { useTranslations } from 'next-intl';

/** The text for an error key of an account form, or nothing. An unknown key is an unexpected error. */
export function useAuthError() {
  const t = useTranslations('auth.errors');
  return (key: string | undefined): string | undefined => {
    if (!key) return undefined;
    return t.has(key as 'unexpected') ? t(key as 'unexpected') : t('unexpected');
  };
}
