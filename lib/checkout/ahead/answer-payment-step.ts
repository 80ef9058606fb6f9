import 'server-only';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { findAhead } from '@/lib/account/identity/find-ahead';
import { handoverHeader, sealHandover } from '@/lib/account/identity/handover';
import { knownMeElement } from '@/lib/account/identity/known-me';
import { isBanned, meRow } from '@/lib/account/identity/row';
import type { Me } from '@/lib/account/types';
import { parseBasket } from '@/lib/checkout';
import { argumentsOf } from '@/lib/checkout/quote-methods';
import { isReload } from '@/lib/core/cache/answers/page-request';
import { ReusedPages } from '@/lib/core/cache/answers/reused-pages';
import { type Answer, readAnswer } from '@/lib/core/http/answer';
import { visitorLocale } from '@/lib/core/i18n/visitor-locale';
import { AskedAhead } from '@/lib/core/request/asked-ahead';
import { requestContext } from '@/lib/core/request/context';
import { callAs } from '@/lib/core/supabase/call-as';
import { callSupabase } from '@/lib/core/supabase/calls';
import { noteRoute } from '@/lib/core/telemetry/routes';
import { putName, takeName } from './player-name';

const route = '/[locale]/checkout';
/** How long prices are waited for before Next.js shows the waiting state of the page. */
const patienceMs = 1_000;

const pages = new ReusedPages();

type Person = { me: Me; token: string; handover: string };

/**
 * Who asks. The gates are told the same, and that it cannot be known now, so that they need not ask again.
 *
 * @returns null for whoever is the gates' to answer
 */
async function findPerson(request: IncomingMessage): Promise<Person | null> {
  const asked = await findAhead(request.headers.cookie ?? '');
  if (!asked) return null;
  const { found, token } = asked;
  const isAway = found.status === 'unavailable';
  if (!isAway && (found.status === 'guest' || !found.row)) return null;
  const handover = await sealHandover(isAway ? 'unavailable' : { row: found.row }, token);
  if (!handover) return null;
  request.headers[handoverHeader] = handover;
  const me = isAway ? null : meRow.parse(found.row);
  return me && !isBanned(me) && me.secondFactor !== 'pending' ? { me, token, handover } : null;
}

/** The answer if it comes soon and is one. */
function readSoon(answer: Promise<Answer>): Promise<string | null> {
  const text = answer.then(
    ({ status, body }) => (status === 200 ? body : null),
    () => null,
  );
  return Promise.race([text, new Promise<null>((resolve) => setTimeout(resolve, patienceMs, null))]);
}

function withElement(html: string, element: string): string {
  const end = html.lastIndexOf('</body>');
  return end === -1 ? html + element : html.slice(0, end) + element + html.slice(end);
}

/**
 * Answers with a page that was rendered for somebody else from the same facts, with what is of this person put in; or lets
 * Next.js render the page from the facts that were found.
 */
export async function answerPaymentStep(
  request: IncomingMessage,
  response: ServerResponse,
  pass: () => void,
): Promise<void> {
  const context = requestContext.getStore();
  const basket = parseBasket(Object.fromEntries(new URL(request.url ?? '', 'http://shop').searchParams));
  const person = context && basket && (await findPerson(request));
  if (!person) return pass();
  const { me, token, handover } = person;
  const call = callAs(token, 'pagina_de_pago', argumentsOf(basket.selection));
  const answer = callSupabase(...call).then(readAnswer);
  const ahead = new AskedAhead(handover, call, answer);
  context.ahead = ahead;
  const isForAll = () => ahead.others === 0;
  const text = await readSoon(answer);
  const facts = text === null ? null : takeName(text);
  if (!facts) return pass();

  const { quotes, name } = facts;
  const address = `${visitorLocale(request.headers.cookie, request.headers['accept-language'])} ${request.url}`;
  const key = JSON.stringify([address, me.uncoins, quotes]);
  const fill = (html: string) => withElement(putName(html, name), knownMeElement(me));
  const page = isReload(request) ? undefined : await pages.find(key);
  if (page) {
    noteRoute(response, route);
    return pages.send(page, fill, request, response);
  }
  if (pages.isQuick(address)) {
    ahead.reuse({ status: 200, body: quotes });
    // Whoever is followed may be named on the page, as its creator.
    const names = [me.id, me.username, me.displayName, ...me.following.map(({ id }) => id)];
    pages.hold({ key, address, names, isForAll, fill }, request, response);
  } else pages.watch(address, isForAll, response);
  return pass();
}
