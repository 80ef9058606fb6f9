import { z } from 'zod';

/**
 * The refusal that a database function returns instead of raising an error (docs/architecture.md, "Answers of the
 * database").
 */
export const refusalRow = z.looseObject({ ok: z.literal(false), error: z.string() });

/** Wraps the schema of an answer so that any refusal becomes null. */
export const orNull = <Schema extends z.ZodType>(schema: Schema) =>
  z.union([refusalRow.transform(() => null), z.null(), schema]);
