import { type Messages, type NamespaceKeys, type NestedKeyOf, useTranslations } from 'next-intl';
import { useProblemText } from './use-problem-text';

/** True if the outcome is unknown: there was no response, or the shop itself got none. */
export const isUndecided = (code: string | undefined): boolean => code === 'failed' || code === 'unavailable';

/**
 * Messages of a form about money or valuables. They do not claim an unknown outcome and advise to press again, so the
 * request must be idempotent.
 *
 * @param group namespace of the form's own messages; its `failed`, if any, is preferred
 */
export function useMoneyText(group: NamespaceKeys<Messages, NestedKeyOf<Messages>>) {
  const t = useTranslations();
  const text = useProblemText(group);
  return (code: string | undefined): string | undefined => {
    if (!isUndecided(code)) return text(code);
    const own = `${group}.failed` as never;
    return t.has(own) ? `${t(own)} ${t('problems.undecided')}` : t('problems.undecided');
  };
}
