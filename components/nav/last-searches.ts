import { readStoredJson, storeJson } from '@/components/ui/browser-storage';

/** The key of the browser's storage; the cookie page names it (content/legal). */
const key = 'searches';
const most = 5;

/** The last searches of this browser, newest first. */
export function lastSearches(): string[] {
  const kept = readStoredJson(key);
  return Array.isArray(kept) ? kept.filter((one): one is string => typeof one === 'string').slice(0, most) : [];
}

/** Puts a search first, in place of an earlier one that differs only in case. */
export function keepSearch(text: string): void {
  const others = lastSearches().filter((one) => one.toLowerCase() !== text.toLowerCase());
  storeJson(key, [text, ...others].slice(0, most));
}

/** Deletes the last searches of this browser. */
export const forgetSearches = (): void => storeJson(key, null);
