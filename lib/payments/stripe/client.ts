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

/** Where somebody looks on, every attempt is a call of its own. */
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

/** The one Stripe client. With `STRIPE_API_URL` it talks to the local simulator instead, over the same code. */
export function stripe(): Stripe {
  const { STRIPE_SECRET_KEY, STRIPE_API_URL } = env();
  client ??= new Stripe(STRIPE_SECRET_KEY, {
    // The same key is sent again, so that nothing happens twice; a buyer waits for no more than two attempts.
    maxNetworkRetries: 1,
    timeout: deadlines.stripe,
    telemetry: false,
    ...watched(),
    ...address(STRIPE_API_URL),
  });
  return client;
}

/** Whether Stripe answered that the object does not exist. A time-out is not such an answer. */
export const isMissing = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'resource_missing';

/** Whether an error comes from Stripe: a refusal or no answer. */
export const isStripeError = (error: unknown): boolean => error instanceof Stripe.errors.StripeError;

/** Whether Stripe refused one parameter of a call. */
export const isRefusedParameter = (error: unknown, parameter: string): boolean =>
  error instanceof Stripe.errors.StripeInvalidRequestError && error.param === parameter;

/**
 * Whether Stripe itself failed, so that it is unknown whether the call was carried out. The SDK has the same class for a
 * key that another request is using at this moment (409).
 */
export const isServerError = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeAPIError && (error.statusCode ?? 500) >= 500;
