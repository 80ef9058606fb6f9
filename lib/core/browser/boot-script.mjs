import { languageTag, localeCookie, localeParam, localeStorageKey, locales } from '../i18n/locale-names.mjs';

/** Applies the theme and the Club state (`data-club`) that this browser stored last. */
const showLook = `
  try {
    if (localStorage.theme === 'light') root.dataset.theme = 'light';
    if (localStorage.club) root.dataset.club = '';
  } catch {}`;

/** Applies the chosen edition (`data-edition`) from the address, or from a click before other scripts have loaded. */
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
 * Stores in this tab the page whose link to a product was followed (`came`), for the sources of sales: a client-side
 * navigation has no referrer.
 */
const followOrigin = `
  addEventListener('click', ({ target }) => {
    try {
      if (target.closest('a[href^="/p/"]')) sessionStorage.came = location.pathname;
    } catch {}
  }, true);`;

/** Marks pressed buttons, for those that open something and were pressed before hydration (`useEarlyPress`). */
const notePresses = `
  addEventListener('click', ({ target }) => {
    const button = target.closest && target.closest('button');
    if (button) button.pressed = true;
  }, true);`;

/**
 * Applies the language. The server has read address, cookie and `Accept-Language`; this script also reads local and
 * session storage, and stores the choice or, on a first visit, the server's result. A browser may send the reload
 * before it has stored the cookie, so the page reloads until the language fits, three times at most.
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
 * The script that every page runs before its first paint. It is plain text, because the Content-Security-Policy
 * contains its hash (`lib/core/security/page-headers.mjs`).
 */
export const bootScript = `(() => {
  const root = document.documentElement;
  const address = new URLSearchParams(location.search);${showLook}${followEdition}${followOrigin}${notePresses}${followLanguage}
})()`.replaceAll(/\n\s*/g, '\n');
