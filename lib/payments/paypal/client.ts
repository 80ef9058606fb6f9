import 'server-only';
import type { ReadStream } from 'node:fs';
import sdk from '@paypal/checkout-server-sdk';
import { z } from 'zod';
import { env } from '@/lib/core/env';
import { deadlines, fetchWithin } from '@/lib/core/http/deadlines';
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

const tokenAnswer = z.object({ access_token: z.string(), expires_in: z.number() });

type Token = { authorization: string; until: number };

let token: Token | undefined;
let fetching: Promise<Token> | undefined;

/** Without a token nothing is sent, so no answer of the token endpoint is a refusal of the call. */
function noToken(status: number, text: string): PayPalError {
  const { issue } = toPayPalError({ statusCode: status, message: text });
  return new PayPalError(status === 401 ? 401 : 0, `no token (${status}): ${issue}`);
}

async function fetchToken(): Promise<Token> {
  const { environment } = paypal();
  const response = await fetchWithin(deadlines.paypal)(`${environment.baseUrl}/v1/oauth2/token`, {
    method: 'POST',
    headers: {
      Authorization: environment.authorizationString(),
      'Content-Type': 'application/x-www-form-urlencoded',
    },
    body: 'grant_type=client_credentials',
    cache: 'no-store',
  });
  const text = await response.text();
  if (!response.ok) throw noToken(response.status, text);
  const read = tokenAnswer.safeParse(parseJson(text));
  if (!read.success) throw new PayPalError(0, 'no token');
  const { access_token, expires_in } = read.data;
  return { authorization: `Bearer ${access_token}`, until: Date.now() + expires_in * 1000 - 1_000 };
}

/** The SDK can fetch its tokens itself, but after an answer that it cannot read its calls wait for ever. */
async function authorize(): Promise<string> {
  if (token && Date.now() < token.until) return token.authorization;
  fetching ??= fetchToken().finally(() => {
    fetching = undefined;
  });
  token = await fetching;
  return token.authorization;
}

async function execute({ method, path, body, form, requestId, patienceMs = deadlines.paypal }: Call): Promise<unknown> {
  let timer: NodeJS.Timeout | undefined;
  let sent: string | undefined;
  const headers: Record<string, string> = {
    'Content-Type': form ? 'multipart/form-data' : 'application/json',
    Prefer: 'return=representation',
    ...(requestId ? { 'PayPal-Request-Id': requestId } : {}),
  };
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new PayPalError(0, 'timeout')), patienceMs);
  });
  try {
    const call = async () => {
      sent = await authorize();
      headers.Authorization = sent;
      return paypal().execute({
        path,
        verb: method,
        headers,
        ...(body === undefined && !form ? {} : { body: form ?? body }),
      });
    };
    return (await Promise.race([call(), late])).result;
  } catch (error) {
    const problem = error instanceof PayPalError ? error : toPayPalError(error);
    if (problem.status === 0 || problem.status === 401) token = undefined;
    throw problem;
  } finally {
    clearTimeout(timer);
    // After a 401 the SDK repeats the call with another token.
    if (headers.Authorization !== sent) token = undefined;
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
