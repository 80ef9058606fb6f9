import { chromium } from '@playwright/test';
const [,, base, ...paths] = process.argv;
const b = await chromium.launch({ executablePath:'/usr/bin/chromium', args:['--no-sandbox','--disable-gpu','--disable-background-networking'] });
for (const theme of (process.env.THEMES??'dark').split(',')) for (const width of (process.env.WIDTHS??'390,1440').split(',').map(Number)) {
  const c = await b.newContext({ viewport:{width,height: width<500?844:900}, locale: process.env.LOC??'es-ES', storageState: process.env.STATE });
  await c.addInitScript(t=>{localStorage.setItem('theme',t)}, theme);
  const p = await c.newPage();
  p.on('console', m=>{ if(['error','warning'].includes(m.type())) console.log(width, m.type(), m.text().slice(0,300)) });
  p.on('pageerror', e=>console.log('PAGEERROR', e.message.slice(0,300)));
  for (const path of paths) { await p.goto(base+path,{waitUntil:'networkidle'}); await p.waitForTimeout(300); const n=path.replace(/[^a-z0-9]+/gi,'_')||'_'; await p.screenshot({path:`/tmp/shot${n}_${width}_${theme}.png`, fullPage: process.env.FULL==='1'}); }
  await c.close();
}
await b.close();
