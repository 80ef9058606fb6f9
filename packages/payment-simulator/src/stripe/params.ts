import { z } from 'zod';
import { fromIssue } from './errors.ts';

function reject(context: z.core.$RefinementCtx<unknown>, message: string, code?: string) {
  context.addIssue({ code: 'custom', message, input: context.value, params: { code } });
  return z.NEVER;
}

/** A form-encoded integer. */
export const integer = z
  .string()
  .transform((text, context) =>
    /^-?\d{1,15}$/.test(text) ? Number(text) : reject(context, `Invalid integer: ${text}`, 'parameter_invalid_integer'),
  );

export const positiveInteger = z.string().transform((text, context) => {
  if (!/^-?\d{1,15}$/.test(text)) return reject(context, `Invalid integer: ${text}`, 'parameter_invalid_integer');
  return Number(text) > 0
    ? Number(text)
    : reject(context, 'This value must be greater than or equal to 1.', 'parameter_invalid_integer');
});

export const amount = z
  .string()
  .transform((text, context) =>
    /^\d{1,12}$/.test(text)
      ? Number(text)
      : reject(
          context,
          /^-\d+$/.test(text) ? 'Invalid non-negative integer' : `Invalid integer: ${text}`,
          'parameter_invalid_integer',
        ),
  );

export const boolean = z
  .string()
  .transform((text, context) =>
    text === 'true' || text === 'false' ? text === 'true' : reject(context, `Invalid boolean: ${text}`),
  );

export const text = z
  .string()
  .transform((value, context) =>
    value === ''
      ? reject(
          context,
          'You passed an empty string. We assume empty values are an attempt to unset a parameter; however this parameter cannot be unset. You should remove it from your request or supply a non-empty value.',
          'parameter_invalid_empty',
        )
      : value,
  );

export const webUrl = z.string().transform((value, context) => {
  const address = value.replaceAll('{CHECKOUT_SESSION_ID}', 'x');
  return URL.canParse(address) && /^https?:$/.test(new URL(address).protocol)
    ? value
    : reject(context, 'Not a valid URL', 'url_invalid');
});

export const email = z
  .string()
  .transform((value, context) =>
    /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(value)
      ? value
      : reject(context, `Invalid email address: ${value}`, 'email_invalid'),
  );

const METADATA_LIMITS = { keys: 50, key: 40, value: 500 };

/** Form-encoded metadata. An empty value deletes its entry; an empty text instead of the object deletes all. */
export const metadata = z.union([z.literal(''), z.record(z.string(), z.string())]).transform((given, context) => {
  if (given === '') return {} as Record<string, string>;
  const entries = Object.entries(given);
  if (entries.length > METADATA_LIMITS.keys)
    return reject(
      context,
      `Metadata can have up to ${METADATA_LIMITS.keys} keys, but you passed in ${entries.length} keys.`,
    );
  for (const [key, value] of entries) {
    if (key.length > METADATA_LIMITS.key)
      return reject(
        context,
        `Metadata keys can have up to ${METADATA_LIMITS.key} characters, but you passed in a key that is ${key.length} characters. Invalid key: ${key}`,
      );
    if (value.length > METADATA_LIMITS.value)
      return reject(
        context,
        `Metadata values can have up to ${METADATA_LIMITS.value} characters, but you passed in a value that is ${value.length} characters. Invalid value: ${value}`,
      );
  }
  return given;
});

export const expand = z.array(z.string()).optional();

export function mergeMetadata(
  before: Record<string, string> | null,
  given: Record<string, string> | undefined,
): Record<string, string> {
  if (!given) return before ?? {};
  if (Object.keys(given).length === 0) return {};
  return Object.fromEntries(Object.entries({ ...before, ...given }).filter(([, value]) => value !== ''));
}

export function withoutEmpty(given: Record<string, string> | undefined): Record<string, string> {
  return mergeMetadata(null, given);
}

/** Parses a form, or throws Stripe's error for the first problem. */
export function parseParams<T extends z.ZodType>(schema: T, form: unknown): z.output<T> {
  const result = schema.safeParse(form, { reportInput: true });
  if (result.success) return result.data;
  const [first] = [...result.error.issues].sort(
    (a, b) => Number(b.code === 'unrecognized_keys') - Number(a.code === 'unrecognized_keys'),
  );
  throw fromIssue(first ?? { code: 'custom', path: [], message: 'Invalid request', input: form });
}
