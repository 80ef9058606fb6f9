import { store } from '@/components/ui/browser-storage';
import { localeCookie, localeStorageKey } from '@/lib/core/i18n/locales';

/** Stores the language for the server and the next visit, and reloads the page in it. */
export function chooseLanguage(locale: string) {
  store(localeStorageKey, locale);
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser yet
  document.cookie = `${localeCookie}=${locale};path=/;max-age=31536000;samesite=lax`;
  const address = new URL(window.location.href);
  address.searchParams.delete('lng');
  // Navigating to the same address with a fragment would not reload.
  window.history.replaceState(null, '', address);
  window.location.reload();
}
