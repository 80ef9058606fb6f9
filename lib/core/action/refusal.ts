import { z } from 'zod';

/** The refusal that every function of the database answers instead of raising. */
export const refusalRow = z.object({ ok: z.literal(false), error: z.string() });
