import 'server-only';
import type { ReadStream } from 'node:fs';
import sdk from '@paypal/checkout-server-sdk';
import { z } from 'zod';
import { env } from '@/lib/core/env';
import { deadlines } from '@/lib/core/http/deadlines';
import { parseJson } from '@/lib/core/http/json';
import { providerCall } from '@/lib/core/telemetry/names';
import { observe } from '@/lib/core/telemetry/observe';

type PayPal = InstanceType<(typeof sdk)['core']['PayPalHttpClient']>;

let client: PayPal | undefined;

/** The PayPal client. `PAYPAL_API_URL` directs it to the sandbox or the local simulator. */
function paypal(): PayPal {
  const { PAYPAL_CLIENT_ID: id, PAYPAL_CLIENT_SECRET: secret, PAYPAL_API_URL: url } = env();
  const { core } = sdk;
  client ??= new core.PayPalHttpClient(
    url ? new core.PayPalEnvironment(id, secret, url, url) : new core.LiveEnvironment(id, secret),
  );
  return client;
}

const links = z.array(z.object({ href: z.string() })).optional();
const problem = z.object({
  name: z.string().optional(),
  message: z.string().optional(),
  details: z.array(z.object({ issue: z.string(), link: links })).optional(),
  links,
});

/** No valid token, a time-out, an earlier call in progress, too many calls: the same call may succeed later. */
const noRefusals = new Set([401, 408, 409, 429]);

/** A refusal by PayPal, or no answer (`status` 0). `issue` is PayPal's code of the reason. */
export class PayPalError extends Error {
  readonly status: number;
  readonly issue: string;
  /** Link to the existing resource. */
  readonly href: string | undefined;

  constructor(status: number, issue: string, href?: string) {
    super(`PayPal answered ${status || 'nothing'}: ${issue}`);
    this.status = status;
    this.issue = issue;
    this.href = href;
  }

  /** True if PayPal understood and refused the call. After any other error the outcome is unknown. */
  get isRefusal(): boolean {
    return this.status >= 400 && this.status < 500 && !noRefusals.has(this.status);
  }
}

function toPayPalError(error: unknown): PayPalError {
  const { statusCode, message } = error as { statusCode?: number; message?: string };
  const text = message ?? String(error);
  const parsed = problem.safeParse(parseJson(text));
  const issue = parsed.success ? (parsed.data.details?.[0]?.issue ?? parsed.data.name) : undefined;
  // For payouts, the existing batch is linked in the issue, and `links` is empty.
  const link = parsed.data?.details?.[0]?.link?.[0] ?? parsed.data?.links?.[0];
  return new PayPalError(statusCode ?? 0, issue ?? text, link?.href);
}

type Call = {
  method: 'GET' | 'POST';
  path: string;
  body?: unknown;
  /** Sent as multipart/form-data instead of JSON. The SDK sends the file of a `ReadStream`. */
  form?: Record<string, string | ReadStream>;
  /** Milliseconds until an answer. */
  patienceMs?: number;
  requestId?: string;
};

async function execute({ method, path, body, form, requestId, patienceMs = deadlines.paypal }: Call): Promise<unknown> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new PayPalError(0, 'timeout')), patienceMs);
  });
  try {
    const answer = await Promise.race([
      paypal().execute({
        path,
        verb: method,
        headers: {
          'Content-Type': form ? 'multipart/form-data' : 'application/json',
          Prefer: 'return=representation',
          ...(requestId ? { 'PayPal-Request-Id': requestId } : {}),
        },
        ...(body === undefined && !form ? {} : { body: form ?? body }),
      }),
      late,
    ]);
    return answer.result;
  } catch (error) {
    throw error instanceof PayPalError ? error : toPayPalError(error);
  } finally {
    clearTimeout(timer);
  }
}

const judge = {
  problem: (problem: unknown) =>
    problem instanceof PayPalError && problem.isRefusal ? ('refused' as const) : ('failed' as const),
};

/**
 * Calls PayPal's API.
 *
 * @param call.requestId PayPal-Request-Id: PayPal repeats its first answer for the same id
 * @throws PayPalError if PayPal refuses, or does not answer in time
 */
export const callPayPal = (call: Call): Promise<unknown> =>
  observe(
    { kind: 'provider', provider: 'paypal', call: providerCall(call.method, call.path) },
    () => execute(call),
    judge,
  );
