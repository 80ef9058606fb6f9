import { html, Markup } from './html.ts';
import { STYLES } from './styles.ts';
import { type Language, texts } from './texts.ts';

const STYLE = new Markup(STYLES);
const ICON =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16'%3E%3Crect width='16' height='16' rx='4' fill='%23ffd166'/%3E%3Cpath d='M3 6h10M3 6v5h10V6z' fill='none' stroke='%232b1d00' stroke-width='1.5'/%3E%3C/svg%3E";

/** The layout of every hosted page, with a notice that payments are simulated. */
export function layout(options: { language: Language; title: string; theme?: 'paypal' }, main: Markup): string {
  const t = texts[options.language];
  return html`<!doctype html>
<html lang="${options.language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="robots" content="noindex">
<title>${options.title} · ${t.mark}</title>
<link rel="icon" href="${ICON}">
<style>${STYLE}</style>
</head>
<body class="${options.theme ?? 'card-page'}">
<header class="mark"><strong>${t.mark}</strong> <span>${t.markNote}</span></header>
${main}
</body>
</html>`.text;
}

/** A page with a message and a back link. */
export function messagePage(options: { language: Language; title: string; back: string | null }): string {
  const t = texts[options.language];
  return layout(
    options,
    html`<main class="shell single alone"><div class="inner">
<h1>${options.title}</h1>
<p>${t.closedHelp}</p>
${options.back && html`<a class="button buy" href="${options.back}">${t.back}</a>`}
</div></main>`,
  );
}
