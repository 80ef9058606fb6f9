import type { Context } from '../context.ts';
import { parseForm } from '../http/form.ts';
import { page, type Reply, redirect } from '../http/reply.ts';
import type { Request, Route } from '../http/router.ts';
import { nowSeconds } from '../ids.ts';
import { DECLINED_CARD } from '../stripe/cards.ts';
import type { SessionBody, StoredSession } from '../stripe/session-body.ts';
import { answerChallenge, paySession } from '../stripe/session-pay.ts';
import { payLater, SLOW_SECONDS } from '../stripe/session-slow.ts';
import { findSession } from '../stripe/sessions.ts';
import { type CardFields, cardPage, challengePage, type FieldProblem, PREFILLED } from './card-view.ts';
import { messagePage } from './layout.ts';
import { chooseLanguage, texts } from './texts.ts';

function customerEmail(context: Context, session: StoredSession): string {
  const { customer_email, customer } = session.body;
  const known =
    typeof customer === 'string' ? context.store.get<{ email: string | null }>('customer', customer)?.body.email : null;
  return customer_email ?? known ?? 'lucia@example.com';
}

function successUrl(session: SessionBody): string {
  return (session.success_url ?? '/').replaceAll('{CHECKOUT_SESSION_ID}', session.id);
}

function languageOf(request: Request, session: StoredSession | undefined) {
  return chooseLanguage(session?.body.locale, request.headers['accept-language']);
}

function render(
  request: Request,
  session: StoredSession,
  status: number,
  fields: CardFields,
  problems: FieldProblem[] = [],
  declineCode: string | null = null,
): Reply {
  const language = languageOf(request, session);
  const t = texts[language];
  const decline = declineCode === null ? null : (t.declines[declineCode] ?? t.declines.generic_decline ?? null);
  return page(
    status,
    cardPage({ session, merchant: request.context.options.merchantName, language, fields, problems, decline }),
  );
}

function closedPage(request: Request, session: StoredSession | undefined): Reply {
  const language = languageOf(request, session);
  const t = texts[language];
  if (!session) return page(404, messagePage({ language, title: t.notFound, back: null }));
  if (session.body.status === 'complete')
    return page(200, messagePage({ language, title: t.alreadyPaid, back: successUrl(session.body) }));
  return page(410, messagePage({ language, title: t.expired, back: session.body.cancel_url }));
}

function show(request: Request): Reply {
  const session = findSession(request.context, request.params.id ?? '');
  if (session?.body.status !== 'open') return closedPage(request, session);
  return render(request, session, 200, { ...PREFILLED, email: customerEmail(request.context, session) });
}

function readFields(request: Request, session: StoredSession): CardFields {
  const form = parseForm(request.text);
  const value = (name: keyof CardFields) => (typeof form[name] === 'string' ? form[name].slice(0, 200) : '');
  const email = session.body.customer_email ?? value('email').trim();
  return {
    email,
    cardNumber: value('cardNumber'),
    expiry: value('expiry'),
    cvc: value('cvc').trim(),
    name: value('name').trim(),
  };
}

function toCard(fields: CardFields) {
  const [month = '', year = ''] = fields.expiry.split('/').map((part) => part.trim());
  const fullYear = /^\d{2}$/.test(year) ? 2000 + Number(year) : Number(/^\d{4}$/.test(year) ? year : Number.NaN);
  return {
    number: fields.cardNumber.replace(/[\s-]/g, ''),
    expMonth: Number(month),
    expYear: fullYear,
    cvc: fields.cvc,
    name: fields.name,
  };
}

function submit(request: Request): Reply {
  const { context } = request;
  const session = findSession(context, request.params.id ?? '');
  if (!session) return closedPage(request, session);
  const { action } = parseForm(request.text);
  if (action === 'cancel' && session.body.cancel_url) return redirect(session.body.cancel_url);
  const given = readFields(request, session);
  const fields = action === 'decline' ? { ...PREFILLED, email: given.email, cardNumber: DECLINED_CARD } : given;
  if (action === 'later' && session.body.status === 'open') {
    const payer = { email: fields.email || customerEmail(context, session), name: PREFILLED.name };
    const settlesAt = nowSeconds() + SLOW_SECONDS;
    return redirect(successUrl(context.store.tx(() => payLater(context, session, payer, settlesAt))));
  }
  const result = paySession(context, session.id, { email: fields.email, card: toCard(fields) });
  return outcomeReply(request, session, given, result);
}

function outcomeReply(
  request: Request,
  session: StoredSession,
  given: CardFields,
  result: ReturnType<typeof paySession>,
): Reply {
  const { context } = request;
  switch (result?.outcome) {
    case 'paid':
      return redirect(successUrl(result.session));
    case 'challenge':
      return redirect(`/pay/${session.id}/3ds`);
    case 'declined':
      return render(request, session, 402, given, [], result.decline.decline_code);
    case 'invalid':
      return render(request, session, 422, given, result.problems);
    default:
      return closedPage(request, findSession(context, session.id));
  }
}

function showChallenge(request: Request): Reply {
  const session = findSession(request.context, request.params.id ?? '');
  if (session?.body.status !== 'open' || !session.hidden.challenge) return closedPage(request, session);
  return page(200, challengePage(session, request.context.options.merchantName, languageOf(request, session)));
}

function submitChallenge(request: Request): Reply {
  const { context } = request;
  const session = findSession(context, request.params.id ?? '');
  if (!session?.hidden.challenge) return closedPage(request, session);
  const given = { ...PREFILLED, email: session.hidden.challenge.email };
  const passed = parseForm(request.text).action === 'pass';
  return outcomeReply(request, session, given, answerChallenge(context, session.id, passed));
}

export const cardRoutes: Route[] = [
  { area: 'page', method: 'GET', pattern: '/pay/:id', handler: show },
  { area: 'page', method: 'POST', pattern: '/pay/:id', handler: submit },
  { area: 'page', method: 'GET', pattern: '/pay/:id/3ds', handler: showChallenge },
  { area: 'page', method: 'POST', pattern: '/pay/:id/3ds', handler: submitChallenge },
];
