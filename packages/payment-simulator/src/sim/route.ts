import { z } from 'zod';
import { json, type Reply } from '../http/reply.ts';
import type { Request, Route } from '../http/router.ts';
import { PaypalError } from '../paypal/errors.ts';
import { StripeError } from '../stripe/errors.ts';

/** A refusal of a switch, sent as 4xx with a plain sentence. */
export class SimError extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

function parse<T extends z.ZodType>(request: Request, schema: T): z.output<T> {
  let body: unknown;
  try {
    body = request.text === '' ? {} : JSON.parse(request.text);
  } catch {
    throw new SimError(400, 'The body is not JSON.');
  }
  const result = schema.safeParse(body);
  if (!result.success) throw new SimError(400, z.prettifyError(result.error));
  return result.data;
}

/** Wraps a switch: JSON input, one transaction, the changed object as output. */
export function simRoute<T extends z.ZodType>(
  method: string,
  pattern: string,
  schema: T,
  work: (request: Request, input: z.output<T>) => unknown,
): Route {
  const handler = async (request: Request): Promise<Reply> => {
    try {
      const input = parse(request, schema);
      const result =
        method === 'GET' ? await work(request, input) : request.context.store.tx(() => work(request, input));
      request.context.deliverer.wake();
      return result && typeof result === 'object' && 'status' in result && 'headers' in result
        ? (result as Reply)
        : json(200, result ?? { ok: true });
    } catch (error) {
      if (error instanceof SimError) return json(error.status, { error: { message: error.message } });
      if (error instanceof StripeError) return json(409, { error: error.fields });
      if (error instanceof PaypalError) return json(409, { error: error.body });
      throw error;
    }
  };
  return { area: 'sim', method, pattern: `/_sim${pattern}`, handler };
}
