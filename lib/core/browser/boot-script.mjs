import { languageTag, localeCookie, localeParam, localeStorageKey, locales } from '../i18n/locale-names.mjs';

/** The theme, and whether a member of the Club is looking (`data-club`), as this browser last knew it. */
const showLook = `
  try {
    if (localStorage.theme === 'light') root.dataset.theme = 'light';
    if (localStorage.club) root.dataset.club = '';
  } catch {}`;

/** The edition that is chosen (`data-edition`): by the address, or by a press before any other script has come. */
const followEdition = `
  root.dataset.edition = address.get('edicion') || '';
  addEventListener('click', (event) => {
    const link = event.target.closest && event.target.closest('a[data-chooses]');
    if (!link || event.defaultPrevented || event.button) return;
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    history.replaceState(null, '', link.href);
    root.dataset.edition = link.dataset.chooses;
    if (link.closest('[data-buy]')) return;
    link.closest('[data-offers]').querySelector('[data-buy]').scrollIntoView({ block: 'nearest' });
  });`;

/**
 * The language. The server has read the address, the cookie and the browser's language; this reads local and session
 * storage as well, which the server cannot, and keeps the choice or, on a first visit, what the server has found. A
 * browser may send the reload before it has stored the cookie: then the page comes once more in the other language. So
 * it is reloaded as long as it is not in the language of the choice, but three times at most.
 */
const followLanguage = `
  try {
    const read = (text) => {
      const tag = ${languageTag}.exec(text || '');
      const language = tag ? tag[1].toLowerCase() : '';
      return ${JSON.stringify(locales)}.includes(language) ? language : '';
    };
    const keep = (language) => {
      document.cookie = '${localeCookie}=' + language + ';path=/;max-age=31536000;samesite=lax';
      localStorage.setItem('${localeStorageKey}', language);
    };
    const asked = read(address.get('${localeParam}'));
    if (asked) keep(asked);
    else {
      const cookie = read((document.cookie.match(/(?:^|; )${localeCookie}=([^;]*)/) || [])[1]);
      const stored = localStorage.getItem('${localeStorageKey}');
      const chosen = cookie || read(stored) || read(sessionStorage.getItem('${localeStorageKey}'));
      const reloads = Number(sessionStorage.getItem('i18nextReloads')) || 0;
      if (!chosen || chosen === root.lang) {
        sessionStorage.removeItem('i18nextReloads');
        const shown = chosen || read(root.lang);
        if (shown && stored !== shown) localStorage.setItem('${localeStorageKey}', shown);
      } else if (reloads < 3) {
        keep(chosen);
        sessionStorage.setItem('i18nextReloads', reloads + 1);
        location.reload();
      }
    }
  } catch {}`;

/**
 * What every page runs before its first paint. It is a text, and plain JavaScript, because the Content-Security-Policy of
 * a page contains its hash (`lib/core/security/page-headers.mjs`).
 */
export const bootScript = `(() => {
  const root = document.documentElement;
  const address = new URLSearchParams(location.search);${showLook}${followEdition}${followLanguage}
})()`.replaceAll(/\n\s*/g, '\n');
