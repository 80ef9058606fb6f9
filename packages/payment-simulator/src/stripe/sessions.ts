import { z } from 'zod';
import type { Context } from '../context.ts';
import type { Route } from '../http/router.ts';
import { nowSeconds } from '../ids.ts';
import { stripeRoute } from './api.ts';
import { invalid, noSuch } from './errors.ts';
import { emit } from './events.ts';
import { answer, listObject } from './expand.ts';
import { listReply } from './list.ts';
import { expand, mergeMetadata, metadata } from './params.ts';
import type { SessionBody, SessionHidden, StoredSession } from './session-body.ts';
import { createSession } from './session-create.ts';
import { sessionListSchema, sessionSchema } from './session-params.ts';

export function findSession(context: Context, id: string): StoredSession | undefined {
  return context.store.get<SessionBody, SessionHidden>('session', id);
}

export function requireSession(context: Context, id: string): StoredSession {
  const session = findSession(context, id);
  if (!session) throw noSuch('checkout.session', id, 'session');
  return session;
}

/** Expires an open session and sends the event. */
export function expireSession(context: Context, session: StoredSession): SessionBody {
  const { body } = session;
  if (body.status !== 'open') {
    throw invalid(
      `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of \`${body.status}\`.`,
    );
  }
  session.body = { ...body, status: 'expired', url: null };
  context.store.save(session);
  emit(context, 'checkout.session.expired', session.id, session.body);
  return session.body;
}

export function expireOverdueSessions(context: Context): void {
  const overdue = context.store.all<{ id: string }>(
    "select id from objects where kind = 'session' and json_extract(body, '$.status') = 'open' and json_extract(body, '$.expires_at') <= ?",
    nowSeconds(),
  );
  context.store.tx(() => {
    for (const { id } of overdue) expireSession(context, requireSession(context, id));
  });
}

const byId = z.strictObject({ expand });
const path = '/v1/checkout/sessions';

export const sessionRoutes: Route[] = [
  stripeRoute('POST', path, sessionSchema, ({ context }, input) =>
    answer(context, createSession(context, input), input.expand),
  ),
  stripeRoute('GET', path, sessionListSchema, ({ context }, input) => {
    const { customer, payment_intent, subscription, status } = input;
    const where = {
      customer,
      payment_intent,
      subscription,
      status,
      'customer_details.email': input.customer_details?.email,
    };
    return listReply(
      context,
      path,
      context.store.find<SessionBody>('session', where).map((found) => found.body),
      input,
    );
  }),
  stripeRoute('GET', `${path}/:id`, byId, ({ context, params }, input) =>
    answer(context, requireSession(context, params.id ?? '').body, input.expand),
  ),
  stripeRoute(
    'POST',
    `${path}/:id`,
    z.strictObject({ metadata: metadata.optional(), expand }),
    ({ context, params }, input) => {
      const session = requireSession(context, params.id ?? '');
      session.body = { ...session.body, metadata: mergeMetadata(session.body.metadata, input.metadata) };
      context.store.save(session);
      return answer(context, session.body, input.expand);
    },
  ),
  stripeRoute(
    'GET',
    `${path}/:id/line_items`,
    z.strictObject({ limit: z.string().optional(), expand }),
    ({ context, params }, input) => {
      const session = requireSession(context, params.id ?? '');
      return answer(context, listObject(`${path}/${session.id}/line_items`, session.hidden.lines), input.expand);
    },
  ),
  stripeRoute('POST', `${path}/:id/expire`, byId, ({ context, params }, input) =>
    answer(context, expireSession(context, requireSession(context, params.id ?? '')), input.expand),
  ),
];
