import { readStoredJson, storeJson } from '@/components/ui/browser-storage';
import type { ProductDraft } from '@/lib/publish/types';

/** Input of a form that is stored only in this browser. */
export type LocalDraft = { id: string; version: number; base: string; draft: ProductDraft };

const storageKey = (form: string) => `draft-${form}`;

/** Reads the stored input of a form; null if there is none. */
export function readLocalDraft(form: string): LocalDraft | null {
  const local = readStoredJson(storageKey(form)) as LocalDraft | null;
  return local?.id && local.draft ? local : null;
}

export const writeLocalDraft = (form: string, local: LocalDraft): void => storeJson(storageKey(form), local);

/** Removes a stored draft, unless the next draft of the same form has replaced it. */
export function forgetLocalDraft(form: string, id: string): void {
  if (readLocalDraft(form)?.id === id) storeJson(storageKey(form), null);
}
