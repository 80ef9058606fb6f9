import { localeCookie, localeParam, localeStorageKey, locales } from './locales';

/**
 * Runs before the first paint. The server has already looked at the address, the cookie and the browser's
 * language; this looks where it cannot (local and session storage, SPEC §1), keeps the choice, and sets the theme.
 */
export const bootScript = `(()=>{var d=document.documentElement,l=${JSON.stringify(locales)};
try{if(localStorage.theme==='light')d.dataset.theme='light'}catch(e){}
try{var k='${localeStorageKey}',q=new URLSearchParams(location.search).get('${localeParam}'),
c=(document.cookie.match(/(?:^|; )${localeCookie}=([a-z]{2})(?:;|$)/)||[])[1],
keep=function(v){localStorage.setItem(k,v);document.cookie='${localeCookie}='+v+';path=/;max-age=31536000;samesite=lax'};
if(l.includes(q))keep(q);
else if(!l.includes(c)){var s=localStorage.getItem(k)||sessionStorage.getItem(k);
if(l.includes(s)&&s!==d.lang){keep(s);location.reload()}}}catch(e){}})()`;
