/** Styles of the hosted pages: a dark summary beside a light form, both dark, or both stacked on a phone. */
export const STYLES = `
:root{color-scheme:light dark;--page:#f4f6fb;--panel:#fff;--ink:#141a2e;--soft:#525c78;--line:#8a94ad;--field:#fff;--side:#0d1326;--side-ink:#eef2ff;--side-soft:#aeb9da;
--buy:#3653e8;--buy-ink:#fff;--bad:#b3162b;--bad-page:#fdecee;--good:#0f6b3c}
@media (prefers-color-scheme:dark){:root{--page:#0a0f1e;--panel:#131a30;--ink:#eef2ff;--soft:#aeb9da;--line:#6a769c;--field:#0d1326;--side:#0d1326;--buy:#4d68f5;--bad:#ffb3bc;--bad-page:#3a1220;--good:#7fe0ab}}
*{box-sizing:border-box}
body{margin:0;background:var(--page);color:var(--ink);font:16px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif;-webkit-text-size-adjust:100%}
.mark{display:flex;flex-wrap:wrap;gap:2px 12px;justify-content:center;padding:10px 16px;background:#ffd166;color:#2b1d00;font-size:14px;text-align:center}
.shell{display:grid;grid-template-columns:minmax(0,1fr);min-height:calc(100vh - 42px)}
.side{background:var(--side);color:var(--side-ink);padding:24px 20px}
.work{padding:24px 20px 40px}
.inner{width:100%;max-width:460px;margin:0 auto}
h1{margin:0;font-size:17px;font-weight:600;color:var(--side-soft)}
h2{margin:0 0 12px;font-size:17px}
.amount{margin:4px 0 20px;font-size:40px;font-weight:700;letter-spacing:-.02em;line-height:1.1}
.amount small{font-size:16px;font-weight:500;color:var(--side-soft);letter-spacing:0;margin-left:8px}
.lines{list-style:none;margin:0;padding:0;display:grid;gap:14px}
.lines li{display:flex;justify-content:space-between;gap:16px}
.lines span small{display:block;color:var(--side-soft);font-size:14px}
.lines b,.sum b{white-space:nowrap}
.sum{display:flex;justify-content:space-between;border-top:1px solid #3a4568;margin-top:16px;padding-top:16px}
form{display:grid;gap:24px;margin:0}
fieldset{border:0;margin:0;padding:0;display:grid;gap:14px;min-width:0}
legend{padding:0;margin-bottom:12px;font-size:17px;font-weight:600}
.pair{display:grid;grid-template-columns:1fr 1fr;gap:12px;align-items:end}
label{display:block;font-size:14px;font-weight:500;margin-bottom:6px}
input:not([type=radio]){width:100%;height:46px;padding:0 12px;font:inherit;color:var(--ink);background:var(--field);border:1px solid var(--line);border-radius:10px}
input[aria-invalid=true]{border:2px solid var(--bad)}
input[readonly]{background:var(--page);color:var(--soft)}
.error{margin:6px 0 0;color:var(--bad);font-size:14px}
.alert{margin:0 0 20px;padding:12px 14px;border-radius:10px;background:var(--bad-page);color:var(--bad);font-weight:600}
.actions{display:grid;gap:10px}
button,.button{display:inline-flex;align-items:center;justify-content:center;min-height:48px;padding:0 18px;border-radius:10px;font:inherit;font-weight:600;border:1px solid transparent;cursor:pointer;text-decoration:none;text-align:center}
.buy{background:var(--buy);color:var(--buy-ink)}
.buy:hover{filter:brightness(.92)}
.paypal .buy{background:#ffc439;color:#1c1400}
.quiet{background:transparent;color:var(--ink);border-color:var(--line)}
.plain{background:transparent;color:var(--soft);text-decoration:underline}
:focus-visible{outline:3px solid #4d8dff;outline-offset:2px}
.choice{display:flex;gap:12px;align-items:center;min-height:48px;padding:8px 14px;margin:0;border:1px solid var(--line);border-radius:10px;font-size:16px;font-weight:400;cursor:pointer}
.choice input{width:20px;height:20px;margin:0;accent-color:var(--buy);flex:none}
details{font-size:14px;color:var(--soft)}
summary{cursor:pointer;min-height:32px;display:list-item;padding:6px 0}
details ul{margin:4px 0 0;padding-left:20px}
code{font-family:ui-monospace,SFMono-Regular,Menlo,monospace;color:var(--ink)}
.card{background:var(--panel);border:1px solid var(--line);border-radius:14px;padding:20px;display:grid;gap:16px;margin-bottom:16px}
.card p{margin:0;color:var(--soft)}
.card .head{display:flex;justify-content:space-between;gap:12px;align-items:start}
.badge{font-size:13px;font-weight:600;color:var(--good);border:1px solid currentColor;border-radius:99px;padding:2px 10px;white-space:nowrap}
.badge.off{color:var(--soft)}
.alone{padding:48px 20px}
.alone h1{font-size:24px;color:var(--ink);margin-bottom:10px}
.alone p{color:var(--soft);margin:0 0 20px}
@media (min-width:900px){
.shell{grid-template-columns:minmax(0,1fr) minmax(0,1fr)}
.side,.work{padding:72px 48px}
.side .inner{margin:0 0 0 auto;max-width:420px}
.work .inner{margin:0;max-width:460px}
.side .inner,.work .inner{padding:0 8px}
.shell.single{display:block}
}
@media (prefers-reduced-motion:no-preference){button,.button{transition:filter .15s}}
`;
