import { z } from 'zod';

/** The refusal that every function of the database answers instead of raising; some say more than the reason. */
export const refusalRow = z.looseObject({ ok: z.literal(false), error: z.string() });

/** How an answer is read where a refusal, for whatever reason, means that there is nothing to show. */
export const orNull = <Schema extends z.ZodType>(schema: Schema) =>
  z.union([refusalRow.transform(() => null), z.null(), schema]);
