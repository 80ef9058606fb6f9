import { z } from 'zod';

/**
 * The refusal that a database function returns instead of raising an error (docs/architecture.md, "Answers of the
 * database").
 */
export const refusalRow = z.object({ ok: z.literal(false), error: z.string() });
