import { type Messages, type NamespaceKeys, type NestedKeyOf, useTranslations } from 'next-intl';
import { useProblemText } from './use-problem-text';

/** Whether nobody knows if it was done: no answer came, or the shop has had none itself. */
export const isUndecided = (code: string | undefined): boolean => code === 'failed' || code === 'unavailable';

/**
 * The words for a code of a form about money or what is worth money. It promises nothing that is not known, and says to
 * press again: so what it sends must be safe to send twice.
 *
 * @param group where the form keeps its own words; its `failed`, if it has one, is said first
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
