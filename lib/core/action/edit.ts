import { z } from 'zod';
import { fail, type Result } from './result';

/** The value of a form field: its text, its choice, or whether it is checked. */
export type FieldValue = string | boolean;
export type FormValues = Record<string, FieldValue>;

/** The payload of an edit form: the changed fields, and the values that the form was loaded with. */
export type Edit<Values extends FormValues = FormValues> = { base: Partial<Values>; changes: Partial<Values> };

/** The fields whose values differ from those that the form was loaded with. */
export function editOf<Values extends FormValues>(base: Values, values: FormValues): Edit<Values> {
  const names = Object.keys(base).filter((name) => values[name] !== base[name]);
  const pick = (from: FormValues) => Object.fromEntries(names.map((name) => [name, from[name]])) as Partial<Values>;
  return { base: pick(base), changes: pick(values) };
}

/** A field: its column in the database, and its schema. */
export type EditField = { column: string; schema: z.ZodType };
const given = z.record(z.string(), z.union([z.string(), z.boolean()]));

/**
 * A schema for edits that returns columns and values of the database.
 *
 * @param fields the editable fields by their form names. A change that violates its schema is an issue under that name;
 *   loaded values are accepted as they are
 * @param fieldOf further fields, whose names depend on the object
 */
export function editInput(
  fields: Record<string, EditField>,
  fieldOf: (name: string) => EditField | undefined = () => undefined,
) {
  return z.object({ base: given, changes: given }).transform(({ base, changes }, context) => {
    const read: { base: Record<string, unknown>; changes: Record<string, unknown> } = { base: {}, changes: {} };
    for (const [name, typed] of Object.entries(changes)) {
      const field = Object.hasOwn(fields, name) ? fields[name] : fieldOf(name);
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

/** Maps a conflict to form fields: the values that somebody else has saved. */
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
