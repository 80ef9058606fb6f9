import type { z } from 'zod';
import { json, type Reply } from '../http/reply.ts';
import { debugId } from '../ids.ts';

type Detail = {
  issue: string;
  description: string;
  field?: string;
  value?: string;
  location?: 'body' | 'path' | 'header';
};
type Link = { href: string; rel: string; method?: string };

const MESSAGES = {
  INVALID_REQUEST: 'Request is not well-formed, syntactically incorrect, or violates schema.',
  UNPROCESSABLE_ENTITY:
    'The requested action could not be performed, semantically incorrect, or failed business validation.',
  RESOURCE_NOT_FOUND: 'The specified resource does not exist.',
  AUTHENTICATION_FAILURE:
    'Authentication failed due to invalid authentication credentials or a missing Authorization header.',
  INTERNAL_SERVER_ERROR: 'An internal server error occurred.',
} as const;

/** An error response in PayPal's format. */
export class PaypalError extends Error {
  readonly status: number;
  readonly body: Record<string, unknown>;

  constructor(
    status: number,
    body:
      | { name: string; message: string; details?: unknown[]; links?: Link[] }
      | { error: string; error_description: string },
  ) {
    super('name' in body ? body.name : body.error);
    this.status = status;
    this.body = body;
  }

  reply(id = debugId()): Reply {
    const body = 'name' in this.body ? { debug_id: id, ...this.body } : this.body;
    return json(this.status, body, { 'paypal-debug-id': id });
  }
}

function documented(status: number, name: keyof typeof MESSAGES, details: Detail[]): PaypalError {
  const links = [
    {
      href: `https://developer.paypal.com/api/rest/reference/orders/v2/errors/#${details[0]?.issue ?? name}`,
      rel: 'information_link',
      method: 'GET',
    },
  ];
  return new PaypalError(status, { name, message: MESSAGES[name], ...(details.length > 0 ? { details } : {}), links });
}

export const invalidRequest = (...details: Detail[]) => documented(400, 'INVALID_REQUEST', details);
export const unprocessable = (issue: string, description: string, rest: Partial<Detail> = {}) =>
  documented(422, 'UNPROCESSABLE_ENTITY', [{ ...rest, issue, description }]);
export const unauthenticated = () => documented(401, 'AUTHENTICATION_FAILURE', []);

export function notFound(field: string, value: string): PaypalError {
  return documented(404, 'RESOURCE_NOT_FOUND', [
    {
      issue: 'INVALID_RESOURCE_ID',
      field,
      value,
      location: 'path',
      description: 'Specified resource ID does not exist. Please check the resource ID and try again.',
    },
  ]);
}

export function paypalServerError(status: number): PaypalError {
  return new PaypalError(status, { name: 'INTERNAL_SERVER_ERROR', message: MESSAGES.INTERNAL_SERVER_ERROR });
}

/** Describes all validation issues at once, as PayPal does. */
export function fromIssues(issues: readonly z.core.$ZodIssue[]): PaypalError {
  const details = issues.map((issue): Detail => {
    const field = `/${issue.path.map(String).join('/')}`;
    if (issue.code === 'custom' && typeof issue.params?.issue === 'string') {
      return { field, location: 'body', issue: issue.params.issue, description: issue.message };
    }
    if (issue.code === 'invalid_type' && issue.input === undefined) {
      return {
        field,
        location: 'body',
        issue: 'MISSING_REQUIRED_PARAMETER',
        description: 'A required field / parameter is missing.',
      };
    }
    if (issue.code === 'too_big')
      return {
        field,
        location: 'body',
        issue: 'INVALID_STRING_MAX_LENGTH',
        description: 'The value of a field is too long.',
      };
    return {
      field,
      location: 'body',
      issue: 'INVALID_PARAMETER_VALUE',
      description: 'The value of a field is invalid.',
    };
  });
  return invalidRequest(...details);
}
