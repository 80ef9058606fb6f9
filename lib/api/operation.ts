import type { z } from 'zod';
import type { Call, Once } from './call';
import type { ProblemCode } from './problem';
import type { Scope } from './scopes';

/** Parsed input of an operation. */
export type Asked<Params, Query, Body> = {
  params: Params;
  query: Query;
  body: Body;
  call: Call;
  /** The idempotency key of a change, if the caller gave one. */
  once: Once | undefined;
};

type Object = z.ZodObject;

/** An operation of the API: its description and what it does. */
export type Operation = {
  id: string;
  /** The heading in the description. */
  tag: 'Key' | 'Products' | 'Owners' | 'Sales' | 'Coupons' | 'Balance' | 'Licenses';
  method: 'GET' | 'POST' | 'DELETE';
  /** Below `/api/v1`, with parameters as `{name}`. */
  path: string;
  /** Null if any key may; `none` if no key is needed. */
  scope: Scope | 'none' | null;
  params?: Object;
  query?: Object;
  body?: Object;
  /** The schema of a successful answer; null for an answer without a body. */
  answer: z.ZodType | null;
  status: 200 | 201 | 202 | 204;
  /** True if it changes something and accepts an `Idempotency-Key`. */
  isChange?: true;
  /** Seconds for which the caller may keep the answer. */
  maxAge?: number;
  /** Text of the body by which an operation without a key is rate limited. */
  limitBy?: (body: unknown) => string;
  /** Refusals in addition to those of every operation. */
  refusals?: readonly ProblemCode[];
  run: (asked: Asked<never, never, never>) => Promise<unknown>;
};

type Parsed<Schema extends Object | undefined> = Schema extends Object ? z.output<Schema> : undefined;

/** Defines an operation; `run` gets what the schemas have parsed. */
export function defineOperation<
  Params extends Object | undefined = undefined,
  Query extends Object | undefined = undefined,
  Body extends Object | undefined = undefined,
  Answer extends z.ZodType | null = null,
>(
  operation: Omit<Operation, 'params' | 'query' | 'body' | 'answer' | 'run'> & {
    params?: Params;
    query?: Query;
    body?: Body;
    answer: Answer;
    run: (
      asked: Asked<Parsed<Params>, Parsed<Query>, Parsed<Body>>,
    ) => Promise<Answer extends z.ZodType ? z.input<Answer> : void>;
  },
): Operation {
  return operation as unknown as Operation;
}
