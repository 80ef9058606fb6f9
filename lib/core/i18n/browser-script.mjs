/**
 * Runs before the first paint. The server has already read the address, the cookie and the browser's language. This
 * script reads local and session storage, which the server cannot, stores the choice or, on a first visit, the language
 * that the server has found, and sets the theme. The storage names are those of `locales.ts`, and `tag` reads a language
 * as `parseLocale` does. It also says on the root what the styles of a static page ask for: whether a member of the Club
 * is looking (`data-club`, as this browser last knew it), and which edition is chosen (`data-edition`), by the address or
 * by a press on one of its links, which works before any other script has come. It is plain JavaScript because the
 * Content-Security-Policy of a page contains its hash (`lib/core/security/page-headers.mjs`).
 *
 * A browser may send the reload before it has stored the cookie: then the page comes once more in the other language.
 * So it is reloaded as long as it is not in the language of the choice, but three times at most.
 */
export const bootScript = `(()=>{var d=document.documentElement,l=["es","en"];
try{if(localStorage.theme==='light')d.dataset.theme='light';if(localStorage.club)d.dataset.club=''}catch(e){}
d.dataset.edition=new URLSearchParams(location.search).get('edicion')||'';
addEventListener('click',function(e){var a=e.target.closest&&e.target.closest('a[data-chooses]');
if(!a||e.defaultPrevented||e.button||e.metaKey||e.ctrlKey||e.shiftKey||e.altKey)return;e.preventDefault();
history.replaceState(null,'',a.href);d.dataset.edition=a.dataset.chooses;
if(!a.closest('[data-buy]'))a.closest('[data-offers]').querySelector('[data-buy]').scrollIntoView({block:'nearest'})});
try{var k='i18nextLng',n='i18nextReloads',
tag=function(v){var t=/^([a-z]{2})(?:[-_][a-z0-9]{2,8})*$/i.exec(v||''),x=t?t[1].toLowerCase():'';return l.includes(x)?x:''},
q=tag(new URLSearchParams(location.search).get('lng')),c=tag((document.cookie.match(/(?:^|; )i18next=([^;]*)/)||[])[1]),
keep=function(v){document.cookie='i18next='+v+';path=/;max-age=31536000;samesite=lax';localStorage.setItem(k,v)};
if(q)keep(q);
else{var s=c||tag(localStorage.getItem(k))||tag(sessionStorage.getItem(k)),t=+sessionStorage.getItem(n)||0;
if(!s||s===d.lang){sessionStorage.removeItem(n);if(!s)s=tag(d.lang);if(s&&localStorage.getItem(k)!==s)localStorage.setItem(k,s)}
else if(t<3){keep(s);sessionStorage.setItem(n,t+1);location.reload()}}}catch(e){}})()`;
