import { z } from 'zod';
import { fail, type Result } from './result';

/** A field of a form: what was typed or chosen, or whether a box is ticked. */
export type FieldValue = string | boolean;
export type FormValues = Record<string, FieldValue>;

/** What a form of existing things sends: the fields that were changed, and what it was loaded with for each of them. */
export type Edit<Values extends FormValues = FormValues> = { base: Partial<Values>; changes: Partial<Values> };

/** The fields in which what stands in a form differs from what it was loaded with. */
export function editOf<Values extends FormValues>(base: Values, values: FormValues): Edit<Values> {
  const names = Object.keys(base).filter((name) => values[name] !== base[name]);
  const pick = (from: FormValues) => Object.fromEntries(names.map((name) => [name, from[name]])) as Partial<Values>;
  return { base: pick(base), changes: pick(values) };
}

/** A field: its column in the database, and how it is read. */
type EditField = { column: string; schema: z.ZodType };
const given = z.record(z.string(), z.union([z.string(), z.boolean()]));

/**
 * Reads an edit, with the names and the values of the database.
 *
 * @param fields the fields that may be changed, by their names in the form; a change that its schema refuses is refused
 *   under its name, and what a form was loaded with is taken as it is
 */
export function editInput(fields: Record<string, EditField>) {
  return z.object({ base: given, changes: given }).transform(({ base, changes }, context) => {
    const read: { base: Record<string, unknown>; changes: Record<string, unknown> } = { base: {}, changes: {} };
    for (const [name, typed] of Object.entries(changes)) {
      const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
      const parsed = field?.schema.safeParse(typed);
      if (!field || !parsed?.success || !(name in base)) {
        const message = parsed?.error?.issues[0]?.message ?? name;
        context.addIssue({ code: 'custom', path: [name], message });
        continue;
      }
      const before = field.schema.safeParse(base[name]);
      read.changes[field.column] = parsed.data;
      read.base[field.column] = before.success ? before.data : base[name];
    }
    return read;
  });
}

/** A conflict as the form knows it: what somebody else has put into its fields, by their names in the form. */
export function toConflict(
  fields: Record<string, EditField>,
  details: Record<string, string | number> = {},
): Result<never, 'conflicto'> {
  const named = Object.entries(fields).flatMap(([name, { column }]) => {
    const now = details[column];
    return now === undefined ? [] : [[name, String(now)] as const];
  });
  return fail('conflicto', { details: Object.fromEntries(named) });
}
