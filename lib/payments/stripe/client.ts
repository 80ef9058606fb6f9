import 'server-only';
import Stripe from 'stripe';
import { env } from '@/lib/core/env';
import { deadlines } from '@/lib/core/http/deadlines';
import { providerCall } from '@/lib/core/telemetry/names';
import { isWatched, observe } from '@/lib/core/telemetry/observe';

let client: Stripe | undefined;

function address(url: string | undefined): Stripe.StripeConfig {
  if (!url) return {};
  const { hostname, port, protocol } = new URL(url);
  return { host: hostname, port, protocol: protocol === 'http:' ? 'http' : 'https' };
}

const judge = {
  value: (answer: Stripe.HttpClientResponse) =>
    answer.getStatusCode() < 400
      ? ('ok' as const)
      : answer.getStatusCode() < 500
        ? ('refused' as const)
        : ('failed' as const),
};

/** With telemetry, every attempt is a separate call. */
function watched(): Stripe.StripeConfig {
  if (!isWatched()) return {};
  const httpClient = Stripe.createNodeHttpClient();
  const send = httpClient.makeRequest.bind(httpClient);
  httpClient.makeRequest = (host, port, path, method, ...rest) =>
    observe(
      { kind: 'provider', provider: 'stripe', call: providerCall(method, path) },
      () => send(host, port, path, method, ...rest),
      judge,
    );
  return { httpClient };
}

/** The Stripe client. `STRIPE_API_URL` directs it to the local simulator. */
export function stripe(): Stripe {
  const { STRIPE_SECRET_KEY, STRIPE_API_URL } = env();
  client ??= new Stripe(STRIPE_SECRET_KEY, {
    // Retries use the same key, so nothing happens twice; a buyer waits for two attempts at most.
    maxNetworkRetries: 1,
    timeout: deadlines.stripe,
    telemetry: false,
    ...watched(),
    ...address(STRIPE_API_URL),
  });
  return client;
}

/** True if Stripe answered that the object does not exist. A time-out does not count. */
export const isMissing = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'resource_missing';

/** True if an error comes from Stripe: a refusal or no answer. */
export const isStripeError = (error: unknown): boolean => error instanceof Stripe.errors.StripeError;

/** True if Stripe refused one parameter of a call. */
export const isRefusedParameter = (error: unknown, parameter: string): boolean =>
  error instanceof Stripe.errors.StripeInvalidRequestError && error.param === parameter;

/**
 * True if Stripe failed, so that the outcome is unknown. The SDK has the same class for a key that another request is
 * using (409).
 */
export const isServerError = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeAPIError && (error.statusCode ?? 500) >= 500;
