import { z } from 'zod';
import type { Context } from '../context.ts';
import type { Reply } from '../http/reply.ts';
import { invalid } from './errors.ts';
import { answer, listObject } from './expand.ts';
import { expand, integer } from './params.ts';

const range = z.union([
  integer,
  z.strictObject({ gt: integer.optional(), gte: integer.optional(), lt: integer.optional(), lte: integer.optional() }),
]);

/** Common parameters of list calls. */
export const listParams = {
  limit: integer.optional(),
  starting_after: z.string().optional(),
  ending_before: z.string().optional(),
  created: range.optional(),
  expand,
};

type ListParams = z.output<z.ZodObject<typeof listParams>>;

function inRange(created: number, wanted: z.output<typeof range> | undefined): boolean {
  if (wanted === undefined) return true;
  if (typeof wanted === 'number') return created === wanted;
  const { gt = -Infinity, gte = -Infinity, lt = Infinity, lte = Infinity } = wanted;
  return created > gt && created >= gte && created < lt && created <= lte;
}

/** One page of objects, newest first, with Stripe's cursors. */
export function listReply(
  context: Context,
  url: string,
  bodies: { id: string; created: number }[],
  params: ListParams,
): Reply {
  const limit = params.limit ?? 10;
  if (limit < 1 || limit > 100) throw invalid(`Invalid limit: must be between 1 and 100`, 'limit');
  const matching = bodies.filter((body) => inRange(body.created, params.created));
  const position = (id: string) => matching.findIndex((body) => body.id === id);
  if (params.ending_before) {
    const end = Math.max(0, position(params.ending_before));
    const start = Math.max(0, end - limit);
    return answer(context, listObject(url, matching.slice(start, end), start > 0), params.expand);
  }
  const start = params.starting_after ? position(params.starting_after) + 1 : 0;
  return answer(
    context,
    listObject(url, matching.slice(start, start + limit), matching.length > start + limit),
    params.expand,
  );
}
