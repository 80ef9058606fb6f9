/**
 * Runs before the first paint. The server has already looked at the address, the cookie and the browser's language;
 * this looks where it cannot (local and session storage), keeps the choice, and sets the theme. The names are those of
 * `locales.ts`. Plain JavaScript, because the policy of a page holds its hash (`page-cache.mjs`).
 */
export const bootScript = `(()=>{var d=document.documentElement,l=["es","en"];
try{if(localStorage.theme==='light')d.dataset.theme='light'}catch(e){}
try{var k='i18nextLng',q=new URLSearchParams(location.search).get('lng'),
c=(document.cookie.match(/(?:^|; )i18next=([a-z]{2})(?:;|$)/)||[])[1],
keep=function(v){localStorage.setItem(k,v);document.cookie='i18next='+v+';path=/;max-age=31536000;samesite=lax'};
if(l.includes(q))keep(q);
else if(!l.includes(c)){var s=localStorage.getItem(k)||sessionStorage.getItem(k);
if(l.includes(s)&&s!==d.lang){keep(s);location.reload()}}}catch(e){}})()`;
