import { createHash, randomBytes } from 'node:crypto';
import { parseForm } from '../http/form.ts';
import { json, type Reply } from '../http/reply.ts';
import type { Request, Route } from '../http/router.ts';
import { hexId, nowSeconds, paypalId } from '../ids.ts';
import { finish } from './api.ts';
import { PaypalError } from './errors.ts';

const LIFETIME = 32_400;

function issueToken(request: Request): Reply {
  const { store, options } = request.context;
  const [scheme, encoded = ''] = (request.headers.authorization ?? '').split(' ');
  const given = /^basic$/i.test(scheme ?? '') ? Buffer.from(encoded, 'base64').toString() : '';
  if (given !== `${options.paypalClientId}:${options.paypalClientSecret}`) {
    throw new PaypalError(401, { error: 'invalid_client', error_description: 'Client Authentication failed' });
  }
  if (parseForm(request.text).grant_type !== 'client_credentials') {
    throw new PaypalError(400, { error: 'unsupported_grant_type', error_description: 'Grant Type is NULL' });
  }
  const token = `A21AA${randomBytes(69).toString('base64url')}`;
  store.setSetting(`paypal_token:${createHash('sha256').update(token).digest('hex')}`, String(nowSeconds() + LIFETIME));
  return json(200, {
    scope:
      'https://uri.paypal.com/services/payments/payment https://uri.paypal.com/payments/payouts https://uri.paypal.com/services/applications/webhooks',
    access_token: token,
    token_type: 'Bearer',
    app_id: `APP-${paypalId()}`,
    expires_in: LIFETIME,
    nonce: `${new Date().toISOString()}${hexId(16)}`,
  });
}

export const authRoutes: Route[] = [
  {
    area: 'paypal',
    method: 'POST',
    pattern: '/v1/oauth2/token',
    handler: (request) => finish(() => issueToken(request)),
  },
];
