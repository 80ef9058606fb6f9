import { type Messages, type NamespaceKeys, type NestedKeyOf, useTranslations } from 'next-intl';

/**
 * Messages of an action's codes: the form's own, or the shared ones (`problems`). An unknown code shows `failed`.
 *
 * @param group namespace of the form's own messages, such as `reviews.errors`
 */
export function useProblemText(group: NamespaceKeys<Messages, NestedKeyOf<Messages>>) {
  const t = useTranslations();
  return (code: string | undefined): string | undefined => {
    if (!code) return undefined;
    // The compiler cannot determine which codes have their own message, so the catalogue is checked at run time.
    const keys = [`${group}.${code}`, `problems.${code}`, `${group}.failed`] as never[];
    return t(keys.find((key) => t.has(key)) ?? 'problems.failed');
  };
}
