import { parseForm } from '../http/form.ts';
import { page, type Reply, redirect } from '../http/reply.ts';
import type { Request, Route } from '../http/router.ts';
import { findPortal } from '../stripe/portal.ts';
import { cancelInPortal, periodOf, plannedEnd, type StoredSubscription } from '../stripe/subscriptions.ts';
import { html, type Markup } from './html.ts';
import { layout, messagePage } from './layout.ts';
import { chooseLanguage, formatDate, formatMoney, type Language, texts } from './texts.ts';

function subscriptionCard({ body, hidden }: StoredSubscription, language: Language): Markup {
  const t = texts[language];
  const [line] = hidden.lines;
  const recurring = line?.price.recurring;
  const planned = plannedEnd(body);
  const end = formatDate(body.ended_at ?? planned ?? periodOf(body).end, language);
  const when = body.status === 'canceled' ? t.endedOn(end) : planned === null ? t.renewsOn(end) : t.endsOn(end);
  const [action, label] = planned === null ? ['cancel', t.cancelPlan] : ['resume', t.resumePlan];
  return html`<section class="card" aria-label="${line?.description ?? body.id}">
<div class="head"><div><h2>${line?.description}</h2><p>${line && formatMoney(line.amount_total, line.currency, language)} ${recurring && t.every(recurring.interval, recurring.interval_count)}</p></div>
<span class="badge ${body.status !== 'active' && 'off'}">${t.statuses[body.status] ?? body.status}</span></div>
<p>${when}</p>
${
  body.status !== 'canceled' &&
  html`<form method="post"><input type="hidden" name="subscription" value="${body.id}">
<button class="${action === 'resume' ? 'buy' : 'quiet'}" name="action" value="${action}">${label}</button></form>`
}
</section>`;
}

function show(request: Request): Reply {
  const found = findPortal(request.context, request.params.id ?? '');
  const language = chooseLanguage(found?.portal.body.locale, request.headers['accept-language']);
  const t = texts[language];
  if (!found) return page(404, messagePage({ language, title: t.notFound, back: null }));
  const { portal, subscriptions } = found;
  return page(
    200,
    layout(
      { language, title: t.portalTitle },
      html`<main class="shell">
<div class="side"><div class="inner"><h1>${t.portalTitle}</h1>
<p class="amount">${request.context.options.merchantName}</p>
${portal.body.return_url && html`<a class="button buy" href="${portal.body.return_url}">${t.back}</a>`}</div></div>
<div class="work"><div class="inner"><h2>${t.portalIntro(request.context.options.merchantName)}</h2>
${subscriptions.length > 0 ? subscriptions.map((subscription) => subscriptionCard(subscription, language)) : html`<p>${t.noSubscriptions}</p>`}
</div></div></main>`,
    ),
  );
}

function submit(request: Request): Reply {
  const found = findPortal(request.context, request.params.id ?? '');
  const form = parseForm(request.text);
  const subscription = found?.subscriptions.find((entry) => entry.id === form.subscription);
  if (subscription && subscription.body.status !== 'canceled') {
    request.context.store.tx(() => cancelInPortal(request.context, subscription, form.action === 'cancel'));
  }
  return redirect(request.path);
}

export const portalPageRoutes: Route[] = [
  { area: 'page', method: 'GET', pattern: '/portal/:id', handler: show },
  { area: 'page', method: 'POST', pattern: '/portal/:id', handler: submit },
];
