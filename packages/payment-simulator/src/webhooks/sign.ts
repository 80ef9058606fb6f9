import { createHmac, createPrivateKey, createPublicKey, generateKeyPairSync, sign, verify } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { Context } from '../context.ts';
import { nowSeconds } from '../ids.ts';

export function stripeHeaders(secret: string, body: string): Record<string, string> {
  const timestamp = nowSeconds();
  const signature = createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex');
  return {
    'content-type': 'application/json; charset=utf-8',
    'user-agent': 'Stripe/1.0 (+https://stripe.com/docs/webhooks)',
    'stripe-signature': `t=${timestamp},v1=${signature}`,
  };
}

const ALGORITHM = 'SHA256withRSA';

function signingKey(context: Context) {
  const pem = context.store.setting('paypal_signing_key', () => {
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    return privateKey.export({ type: 'pkcs8', format: 'pem' }) as string;
  });
  return createPrivateKey(pem ?? '');
}

export function paypalPublicKey(context: Context): string {
  return createPublicKey(signingKey(context)).export({ type: 'spki', format: 'pem' }) as string;
}

function certUrl(context: Context): string {
  return `${context.url}/v1/notifications/certs/CERT-local`;
}

function message(transmission: { id: string; time: string; webhookId: string; body: string }): Buffer {
  const { id, time, webhookId, body } = transmission;
  return Buffer.from(`${id}|${time}|${webhookId}|${crc32(body)}`);
}

export function paypalHeaders(context: Context, transmissionId: string, body: string): Record<string, string> {
  const time = new Date().toISOString().replace(/\.\d+Z$/, 'Z');
  const text = message({ id: transmissionId, time, webhookId: context.options.paypalWebhookId, body });
  return {
    'content-type': 'application/json',
    'user-agent': 'PayPal/AUHD-214.0-local',
    'paypal-transmission-id': transmissionId,
    'paypal-transmission-time': time,
    'paypal-transmission-sig': sign('sha256', text, signingKey(context)).toString('base64'),
    'paypal-cert-url': certUrl(context),
    'paypal-auth-algo': ALGORITHM,
  };
}

type PaypalTransmission = {
  auth_algo: string;
  cert_url: string;
  transmission_id: string;
  transmission_sig: string;
  transmission_time: string;
  webhook_id: string;
};

/** Verifies that the simulator signed these headers for this event and webhook id. */
export function verifyPaypal(context: Context, transmission: PaypalTransmission, body: string): boolean {
  if (transmission.auth_algo !== ALGORITHM || transmission.cert_url !== certUrl(context)) return false;
  if (transmission.webhook_id !== context.options.paypalWebhookId) return false;
  const text = message({
    id: transmission.transmission_id,
    time: transmission.transmission_time,
    webhookId: transmission.webhook_id,
    body,
  });
  const key = createPublicKey(signingKey(context));
  return verify('sha256', text, key, Buffer.from(transmission.transmission_sig, 'base64'));
}
