import 'server-only';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { parseCookieHeader } from '@supabase/ssr';
import { findPersonOf } from '@/lib/account/identity/find-person';
import { handoverHeader, sealHandover } from '@/lib/account/identity/handover';
import { knownMeElement } from '@/lib/account/identity/known-me';
import { isBanned, meRow } from '@/lib/account/identity/row';
import type { Me } from '@/lib/account/types';
import { parseBasket } from '@/lib/checkout';
import { argumentsOf } from '@/lib/checkout/quote-methods';
import { isReload } from '@/lib/core/cache/answers/page-request';
import { ReusedPages } from '@/lib/core/cache/answers/reused-pages';
import { deadlines } from '@/lib/core/http/deadlines';
import { visitorLocale } from '@/lib/core/i18n/visitor-locale';
import { CallsAhead } from '@/lib/core/request/calls-ahead';
import { requestContext } from '@/lib/core/request/context';
import { callAs } from '@/lib/core/supabase/call-as';
import { createSessionClient } from '@/lib/core/supabase/session';
import { noteRoute } from '@/lib/core/telemetry/routes';

const route = '/[locale]/checkout';
/** How long the page waits for what it is made from before Next.js shows its waiting state instead. */
const patienceMs = 1_000;

const pages = new ReusedPages();

type Facts = { me: Me; quotes: string; handover: string };

/** Who asks and what they would pay; null for whoever Next.js shall answer. */
async function findFacts({ url = '', headers }: IncomingMessage, calls: CallsAhead): Promise<Facts | null> {
  const basket = parseBasket(Object.fromEntries(new URL(url, 'http://shop').searchParams));
  if (!basket) return null;
  const cookies = parseCookieHeader(headers.cookie ?? '').map(({ name, value = '' }) => ({ name, value }));
  const signal = AbortSignal.timeout(deadlines.identity);
  const open = () => createSessionClient({ getAll: () => cookies, setAll: () => {} }, { signal });
  const found = await findPersonOf(cookies, open, { signal });
  if (calls.isReplaying || found.status !== 'person' || !found.row) return null;
  const me = meRow.parse(found.row);
  if (isBanned(me) || me.secondFactor === 'pending') return null;
  const handover = await sealHandover({ row: found.row }, found.token);
  if (!handover) return null;
  const answer = await callAs(found.token, 'pagina_de_pago', argumentsOf(basket.selection));
  return answer.ok ? { me, quotes: await answer.text(), handover } : null;
}

/** Whether a page holds nothing of who asked for it. The names of those whom they follow may be on it, as creators. */
const namesNobody = (html: string, { id, username, displayName, following }: Me): boolean =>
  ![id, username, displayName, ...following.map((creator) => creator.id)].some((name) => html.includes(name));

const within = <Value>(promise: Promise<Value>, milliseconds: number): Promise<Value | null> =>
  Promise.race([promise, new Promise<null>((resolve) => setTimeout(resolve, milliseconds, null))]);

/**
 * Answers with a page that was rendered for somebody else from the same facts, with the name of who asks in it; or lets
 * Next.js render the page from the facts that were found.
 */
export async function answerPaymentStep(
  request: IncomingMessage,
  response: ServerResponse,
  pass: () => void,
): Promise<void> {
  const context = requestContext.getStore();
  if (!context) return pass();
  const calls = new CallsAhead();
  context.ahead = calls;
  const facts = await within(
    findFacts(request, calls).catch(() => null),
    patienceMs,
  );
  calls.replay();
  if (!facts) return pass();
  const { me, quotes, handover } = facts;
  const locale = visitorLocale(request.headers.cookie, request.headers['accept-language']);
  const key = JSON.stringify([locale, request.url, me.uncoins, quotes]);
  const element = knownMeElement(me);
  const page = isReload(request) ? undefined : await pages.find(key);
  if (page) {
    noteRoute(response, route);
    return pages.send(page, element, request, response);
  }
  request.headers[handoverHeader] = handover;
  context.isReused = true;
  pages.hold(key, element, (html) => calls.others === 0 && namesNobody(html, me), request, response);
  return pass();
}
