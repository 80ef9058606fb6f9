import { readStoredJson, storeJson } from '@/components/ui/browser-storage';
import type { ProductDraft } from '@/lib/publish/types';

/** What this browser has of a form and the shop has not got yet. */
export type LocalDraft = { id: string; version: number; base: string; draft: ProductDraft };

const storageKey = (form: string) => `draft-${form}`;

/** What is kept of a form; null if there is nothing. */
export function readLocalDraft(form: string): LocalDraft | null {
  const local = readStoredJson(storageKey(form)) as LocalDraft | null;
  return local?.id && local.draft ? local : null;
}

export const writeLocalDraft = (form: string, local: LocalDraft): void => storeJson(storageKey(form), local);

/** Forgets a draft. The next one of the same form may have left its own there, which stays. */
export function forgetLocalDraft(form: string, id: string): void {
  if (readLocalDraft(form)?.id === id) storeJson(storageKey(form), null);
}
