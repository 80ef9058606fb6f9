import { localeCookie, localeStorageKey } from '@/lib/core/i18n/locales';

/** Stores the language where the server and the next visit look for it, and loads the page in it. */
export function chooseLanguage(locale: string) {
  localStorage.setItem(localeStorageKey, locale);
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser yet
  document.cookie = `${localeCookie}=${locale};path=/;max-age=31536000;samesite=lax`;
  const address = new URL(window.location.href);
  address.searchParams.delete('lng');
  window.location.replace(address);
}
