import { type Messages, type NamespaceKeys, type NestedKeyOf, useTranslations } from 'next-intl';

/**
 * The words for a code that an action answered: the form's own, or those that every form shares (`problems`). A code
 * that nobody knows is a failure.
 *
 * @param group where the form keeps its own words, such as `reviews.errors`
 */
export function useProblemText(group: NamespaceKeys<Messages, NestedKeyOf<Messages>>) {
  const t = useTranslations();
  return (code: string | undefined): string | undefined => {
    if (!code) return undefined;
    // The compiler does not know which codes have words of their own: the catalogue is asked.
    const keys = [`${group}.${code}`, `problems.${code}`, `${group}.failed`] as never[];
    return t(keys.find((key) => t.has(key)) ?? 'problems.failed');
  };
}
