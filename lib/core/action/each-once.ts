import type { z } from 'zod';

/**
 * A check for `superRefine`: refuses a value that an earlier field of the form has. Empty fields are ignored.
 *
 * @param names the fields, in their order
 * @param message the code of the refusal, at the later field
 */
export const eachOnce =
  <Name extends string>(names: readonly Name[], message: string) =>
  (values: Record<Name, string | null>, context: z.RefinementCtx): void => {
    for (const [index, name] of names.entries()) {
      const isTwice = names.slice(0, index).some((earlier) => values[earlier] === values[name]);
      if (values[name] && isTwice) context.addIssue({ code: 'custom', path: [name], message });
    }
  };
