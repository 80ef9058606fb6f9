import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import { html, json, parseForm, type Reply, readBody, redirect, send, stripeError } from './http.ts';
import { payPage } from './pay-page.ts';
import { createRefund, dispute } from './refunds.ts';
import { createSession, expire, pay, readSession } from './sessions.ts';
import { openStore, type Store } from './store.ts';
import { createWebhooks, type Fault, type Webhooks } from './webhooks.ts';

export type Payments = { url: string; stop: () => Promise<void> };

type Options = { port: number; dataDir: string; webhookUrl: string; secretKey: string; webhookSecret: string };
type Context = { store: Store; webhooks: Webhooks; origin: string; secretKey: string };

const declinedCard = '4000000000000002';
const missing = (what: string) =>
  stripeError(404, { type: 'invalid_request_error', code: 'resource_missing', message: `No such ${what}` });

/** Stripe repeats the first answer to a key; the same key with another body is an error. */
function withIdempotency(store: Store, request: IncomingMessage, body: string, work: () => Reply): Reply {
  const key = request.headers['idempotency-key'];
  if (typeof key !== 'string') return work();
  const digest = createHash('sha256').update(`${request.url}\n${body}`).digest('hex');
  const known = store.get<{ digest: string; reply: Reply }>('idempotency', key);
  if (known && known.digest !== digest) {
    return stripeError(400, {
      type: 'idempotency_error',
      message: 'Keys for idempotent requests can only be used with the same parameters they were first used with.',
    });
  }
  if (known) return known.reply;
  const reply = work();
  if (reply.status < 400) store.put('idempotency', key, { digest, reply });
  return reply;
}

function answerStripe(context: Context, request: IncomingMessage, path: string[], body: string): Reply {
  const { store, webhooks, origin, secretKey } = context;
  if (request.headers.authorization !== `Bearer ${secretKey}`) {
    return stripeError(401, { type: 'invalid_request_error', message: 'Invalid API Key provided' });
  }
  const [collection, id, step] = path[0] === 'checkout' ? path.slice(1) : path;
  const isPost = request.method === 'POST';
  if (collection === 'sessions' && isPost && !id) {
    return withIdempotency(store, request, body, () => createSession(store, origin, parseForm(body)));
  }
  if (collection === 'refunds' && isPost) {
    return withIdempotency(store, request, body, () => createRefund(store, webhooks, parseForm(body)));
  }
  if (collection === 'sessions' && id) {
    const session = readSession(store, webhooks, id);
    if (!session) return missing('checkout.session');
    return json(200, step === 'expire' && session.status === 'open' ? expire(store, webhooks, session) : session);
  }
  if (collection === 'sessions') {
    const wanted = new URL(request.url ?? '', origin).searchParams.get('payment_intent');
    const data = store.list<{ payment_intent: string }>('session').filter((item) => item.payment_intent === wanted);
    return json(200, { object: 'list', data, has_more: false, url: '/v1/checkout/sessions' });
  }
  if (collection === 'payment_intents' && id) {
    const intent = store.get('payment_intent', id);
    return intent ? json(200, intent) : missing('payment_intent');
  }
  return stripeError(404, { type: 'invalid_request_error', message: `Unrecognized request URL (${request.url})` });
}

function answerPage(context: Context, request: IncomingMessage, id: string, body: string): Reply {
  const { store, webhooks } = context;
  const session = readSession(store, webhooks, id);
  if (!session) return html(404, '<h1>404</h1>');
  if (request.method !== 'POST') return html(200, payPage(session));
  const form = new URLSearchParams(body);
  if (form.get('action') === 'cancel') return redirect(session.cancel_url);
  if (form.get('card')?.replaceAll(' ', '') === declinedCard) return html(402, payPage(session, true));
  const paid = pay(store, webhooks, session);
  return redirect(paid.success_url.replace('{CHECKOUT_SESSION_ID}', paid.id));
}

async function answerSwitch(context: Context, path: string[], body: string): Promise<Reply> {
  const { store, webhooks } = context;
  if (path[0] === 'faults') {
    const fault = JSON.parse(body) as Fault;
    store.put('fault', fault.objectId, fault);
    return json(200, fault);
  }
  if (path[0] === 'dispute') return dispute(store, webhooks, JSON.parse(body).paymentIntent);
  if (path[0] === 'events') return json(200, store.list('event'));
  if (path[0] === 'idle') {
    await webhooks.idle();
    return json(200, { idle: true });
  }
  return json(404, { error: 'no such switch' });
}

/** Starts the local stand-in for the card provider: its API, its hosted page, its signed webhooks. */
export async function startPayments(options: Options): Promise<Payments> {
  const origin = `http://127.0.0.1:${options.port}`;
  const store = openStore(options.dataDir);
  const webhooks = createWebhooks(store, { url: options.webhookUrl, secret: options.webhookSecret });
  const context: Context = { store, webhooks, origin, secretKey: options.secretKey };

  const server = createServer(async (request, response) => {
    try {
      const [area, ...path] = new URL(request.url ?? '/', origin).pathname.split('/').filter(Boolean);
      const body = await readBody(request);
      if (area === 'v1') send(response, answerStripe(context, request, path, body));
      else if (area === 'pay') send(response, answerPage(context, request, path[0] ?? '', body));
      else if (area === '_sim') send(response, await answerSwitch(context, path, body));
      else send(response, json(404, { error: 'not found' }));
    } catch (error) {
      send(response, stripeError(500, { type: 'api_error', message: (error as Error).message }));
    }
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port, '127.0.0.1', resolve);
  });
  return {
    url: origin,
    stop: async () => {
      webhooks.stop();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      store.close();
    },
  };
}
