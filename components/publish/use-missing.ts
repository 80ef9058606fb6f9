import { useDeferredValue, useEffect, useMemo, useState } from 'react';
import type { ProductDraft } from '@/lib/publish/types';

type Rules = Pick<typeof import('@/lib/publish/schema'), 'checkDraft'>;

/** Zod compiles no checks, which the page's policy refuses: set before the first schema. */
async function loadRules(): Promise<Rules> {
  const { config } = await import('zod');
  config({ jitless: true });
  return import('@/lib/publish/schema');
}

/** The codes of the input that a draft lacks before it can be sent, by field; none until the rules are loaded. */
export function useMissing(draft: ProductDraft, isNew: boolean): Record<string, string> {
  const [rules, setRules] = useState<Rules | null>(null);
  // The form can be filled in without the rules, which are checked again when it is sent.
  useEffect(() => void loadRules().then(setRules, () => undefined), []);
  const later = useDeferredValue(draft);
  return useMemo(() => {
    const checked = rules?.checkDraft(later, isNew);
    return checked && !checked.ok ? checked.fields : {};
  }, [rules, later, isNew]);
}
