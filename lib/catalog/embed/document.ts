import { escapeMarkup } from '@/lib/core/html/escape';
import type { Locale } from '@/lib/core/i18n/locales';
import type { EmbedLook } from './embed';

/**
 * The colours are those of the shop (app/[locale]/globals.css). The reader's system chooses light or dark. There is no
 * `color-scheme`: if a frame's differs from its page's, browsers fill transparent areas, such as the corners.
 */
export const embedStyle = `:root{--surface:#131a2c;--line:#2b3650;--ink:#f2f5fc;--muted:#a9b4cd;--buy:#6a48f5}
@media(prefers-color-scheme:light){:root{--surface:#fff;--line:#cbd3e3;--ink:#121829;--muted:#4d5973;--buy:#4a2edb}}
*{box-sizing:border-box}
body{margin:0;font:15px/1.4 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif;color:var(--ink);background:transparent}
a{color:inherit;text-decoration:none}
.card{display:flex;gap:14px;height:100vh;min-height:148px;padding:12px;border:1px solid var(--line);border-radius:14px;background:var(--surface)}
.card img{width:93px;height:124px;border-radius:8px;object-fit:cover;flex:none}
.card div{display:flex;flex-direction:column;min-width:0;flex:1}
.name{margin:0;font-size:16px;font-weight:700;line-height:1.25;overflow-wrap:anywhere;overflow:hidden;display:-webkit-box;-webkit-box-orient:vertical;-webkit-line-clamp:2}
.by{margin:2px 0 0;font-size:13px;color:var(--muted);white-space:nowrap;overflow:hidden;text-overflow:ellipsis}
.buy{display:flex;align-items:center;justify-content:center;min-height:44px;padding:6px 14px;border-radius:10px;background:var(--buy);color:#fff;font-weight:600;text-align:center}
.card .buy{margin-top:auto}
.only{height:100vh;min-height:44px}
@media(max-width:259px){.card img{display:none}}
a:focus-visible{outline:3px solid var(--ink);outline-offset:-3px}`;

type Facts = {
  look: EmbedLook;
  name: string;
  /** The line that names the seller. */
  by: string;
  /** Text of the button, such as "Buy for €9.99". */
  offer: string;
  coverUrl: string;
  /** Address of the product's page. */
  href: string;
};

/** The document of a frame: no scripts, and each link opens the shop in a new tab. */
export function embedDocument(locale: Locale, { look, name, by, offer, coverUrl, href }: Facts): string {
  const link = `href="${escapeMarkup(href)}" target="_blank" rel="noopener"`;
  const body =
    look === 'button'
      ? `<a class="buy only" ${link} title="${escapeMarkup(name)}">${escapeMarkup(offer)}</a>`
      : `<a class="card" ${link}><img src="${escapeMarkup(coverUrl)}" alt="" width="93" height="124"><div><p class="name">${escapeMarkup(name)}</p><p class="by">${escapeMarkup(by)}</p><span class="buy">${escapeMarkup(offer)}</span></div></a>`;
  return `<!DOCTYPE html>
<html lang="${locale}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex"><title>${escapeMarkup(name)}</title><style>${embedStyle}</style></head>
<body>${body}</body></html>
`;
}
