import type { z } from 'zod';
import { json, type Reply } from '../http/reply.ts';

type Fields = {
  type?: 'invalid_request_error' | 'card_error' | 'idempotency_error' | 'api_error';
  code?: string;
  param?: string;
  message: string;
  [extra: string]: unknown;
};

/** An error response in Stripe's format. */
export class StripeError extends Error {
  readonly status: number;
  readonly fields: Fields;

  constructor(status: number, fields: Fields) {
    super(fields.message);
    this.status = status;
    this.fields = { type: 'invalid_request_error', ...fields };
  }

  reply(requestId: string): Reply {
    const { code } = this.fields;
    const error = {
      ...this.fields,
      ...(code ? { doc_url: `https://stripe.com/docs/error-codes/${code.replaceAll('_', '-')}` } : {}),
      request_log_url: `https://dashboard.stripe.com/test/logs/${requestId}`,
    };
    return json(this.status, { error });
  }
}

export function invalid(message: string, param?: string, code?: string): StripeError {
  return new StripeError(400, { message, ...(param ? { param } : {}), ...(code ? { code } : {}) });
}

/** The error of an unknown id in the path (404) or in a parameter (400), as Stripe distinguishes them. */
export function noSuch(what: string, id: string, param = 'id', status: 404 | 400 = 404): StripeError {
  return new StripeError(status, { code: 'resource_missing', param, message: `No such ${what}: '${id}'` });
}

function paramName(path: readonly PropertyKey[]): string {
  return path.map((part, index) => (index === 0 ? String(part) : `[${String(part)}]`)).join('');
}

/** Describes the first validation issue as Stripe does. */
export function fromIssue(issue: z.core.$ZodIssue): StripeError {
  const param = paramName(issue.path);
  if (issue.code === 'unrecognized_keys') {
    const unknown = paramName([...issue.path, issue.keys[0] ?? '']);
    return invalid(`Received unknown parameter: ${unknown}`, unknown, 'parameter_unknown');
  }
  if (issue.code === 'invalid_type' && issue.input === undefined)
    return invalid(`Missing required param: ${param}.`, param, 'parameter_missing');
  if (issue.code === 'invalid_value') {
    const values = issue.values.map(String);
    const list = values.length > 1 ? `one of ${values.slice(0, -1).join(', ')}, or ${values.at(-1)}` : values[0];
    return invalid(`Invalid ${param}: must be ${list}`, param);
  }
  if (issue.code === 'invalid_type')
    return invalid(`Invalid ${issue.expected === 'array' ? 'array' : issue.expected}`, param);
  const code = issue.code === 'custom' && typeof issue.params?.code === 'string' ? issue.params.code : undefined;
  return invalid(issue.message, param, code);
}
