import { z } from 'zod';
import { pagePerson } from '@/lib/account/other-person';
import { categories } from '@/lib/catalog/categories';
import { longestSlug, slugPattern } from '@/lib/catalog/slug';
import { isBlur } from '@/lib/core/blur';
import { readEuros, typedEuros } from '@/lib/core/money';
import { parseDownloadLink } from '@/lib/storage/download-link';
import { isPicture } from '@/lib/storage/picture-url';
import { mapTextFields, positionOf, textFields } from './fields';
import { draftLimits, type ProductDraft } from './types';

// The messages are keys of the catalogue namespace `publish.errors`.
const text = (most: number) => z.string().trim().max(most, 'tooLong');

/** The schemas of the fields of plain text. */
export const textSchemas = mapTextFields((name, { longest, isRequired, pattern }): z.ZodType<string, string> => {
  const schema = isRequired ? text(longest).min(1, name) : text(longest);
  return pattern ? schema.refine((value) => value === '' || pattern.test(value), name) : schema;
});

const amount = z.string().trim().regex(typedEuros, 'price').transform(readEuros);
const euros = amount.pipe(z.number().max(draftLimits.priceEuros, 'priceMost'));
// Without a code of its own, a union does not pass on those of a schema that transforms.
const optionalAmount = (schema: z.ZodType<number, string>) =>
  z.union([z.literal('').transform(() => null), schema], 'price').transform((value) => value || null);
const optionalEuros = optionalAmount(euros);

const picture = z.object({
  url: z.string().refine(isPicture, 'cover'),
  // Size and placeholder are for the browser's preview only; the shop has its own record of each picture.
  width: z.number().int().positive(),
  height: z.number().int().positive(),
  blur: z.string().refine(isBlur, 'cover').nullable(),
});

/** An https address, or a file that was uploaded here (`descargas/…`). The database checks its owner. */
const download = z
  .string()
  .trim()
  .max(draftLimits.link, 'tooLong')
  .transform((text, context) => {
    const link = parseDownloadLink(text);
    if (text !== '' && !link) context.addIssue({ code: 'custom', message: 'downloadAddress' });
    return link?.kind === 'web' ? link.href : text;
  });

const edition = z.object({
  id: z.uuid().nullable(),
  key: z.string(),
  name: text(draftLimits.editionName).min(1, 'editionName'),
  nameEn: text(draftLimits.editionName).default(''),
  price: euros,
  offer: optionalEuros,
  reservation: z.boolean(),
  releaseDate: z.union([z.literal(''), z.iso.date('date')]).default(''),
  downloadLink: download,
  cover: picture.nullable().default(null),
  includes: text(draftLimits.includes).default(''),
  includesEn: text(draftLimits.includes).default(''),
});

const bundle = z.object({
  id: z.uuid().nullable(),
  key: z.string(),
  name: text(textFields.name.longest).min(1, 'bundleName'),
  nameEn: text(textFields.name.longest),
  description: text(textFields.about.longest),
  descriptionEn: text(textFields.about.longest).default(''),
  price: amount.pipe(z.number().min(0.01, 'price').max(draftLimits.bundleEuros, 'bundlePrice')),
  offer: optionalAmount(amount),
  productIds: z.array(z.uuid()).min(1, 'bundleProducts').max(draftLimits.bundleProducts, 'bundleProducts'),
});

const capped = (price: number, offer: number | null) => (offer === null ? null : Math.min(offer, price));

/** Genres, separated by commas. */
export const genresSchema = text(draftLimits.genres)
  .transform((typed) => [
    ...new Set(
      typed
        .split(',')
        .map((genre) => genre.trim())
        .filter(Boolean),
    ),
  ])
  .refine((genres) => genres.every((genre) => genre.length <= draftLimits.genre), 'tooLong');

/** Game versions, separated by commas or spaces. */
export const compatibleSchema = text(draftLimits.compatible)
  .transform((typed) => [...new Set(typed.split(/[\s,]+/).filter(Boolean))])
  .pipe(z.array(z.string().regex(/^\d{1,2}(\.\d{1,3}){1,2}$/, 'compatible')).max(draftLimits.games, 'compatible'));

const draftFields = z.object({
  ...textSchemas,
  slug: z
    .string()
    .trim()
    .min(1, { error: 'slug', abort: true })
    .max(longestSlug, 'slugWrong')
    .regex(slugPattern, 'slugWrong'),
  price: z.string().trim().min(1, 'price').pipe(euros),
  offer: optionalEuros,
  cover: z.nullable(picture).refine((value) => value !== null, 'cover'),
  category: z.enum(categories, 'category'),
  description: z.string().max(draftLimits.description, 'tooLong'),
  descriptionEn: z.string().max(draftLimits.description, 'tooLong'),
  genres: genresSchema,
  compatible: compatibleSchema,
  clubOnly: z.boolean(),
  reservation: z.boolean(),
  releaseDate: z.union([z.literal(''), z.iso.date('date')]),
  isDlc: z.boolean(),
  baseId: z.union([z.literal(''), z.uuid()]),
  banner: picture.nullable(),
  images: z.array(picture).max(draftLimits.images, 'tooManyImages'),
  downloadable: z.boolean(),
  downloadLink: download,
  available: z.boolean(),
  editions: z.array(edition).max(draftLimits.editions, 'tooManyEditions'),
  bundles: z.array(bundle).max(draftLimits.bundles, 'tooManyBundles'),
});

const draftSchema = draftFields.transform((draft) => ({
  ...draft,
  offer: capped(draft.price, draft.offer),
  editions: draft.editions.map((row) => ({ ...row, offer: capped(row.price, row.offer) })),
  bundles: draft.bundles.map((row) => ({ ...row, offer: capped(row.price, row.offer) })),
}));

const address = picture.shape.url;
const optionalAddress = z.union([z.literal(''), address]);
const lines = (text: string) => text.split('\n').filter(Boolean);
const { name, nameEn, about, aboutEn, developer, publisher, legal, legalEn, trailer } = textSchemas;

/** The schemas of texts and pictures alone, the same as for creators: pictures by their addresses, one per line. */
export const contentSchemas = {
  ...{ name, nameEn, about, aboutEn, developer, publisher, legal, legalEn, trailer },
  description: draftFields.shape.description,
  descriptionEn: draftFields.shape.descriptionEn,
  genres: genresSchema,
  cover: address,
  banner: optionalAddress,
  images: z.string().transform(lines).pipe(z.array(address).max(draftLimits.images, 'tooManyImages')),
};

/** The schemas of the texts and pictures of an edition and of a bundle alone. */
export const partSchemas = {
  editions: {
    name: edition.shape.name,
    nameEn: edition.shape.nameEn,
    includes: edition.shape.includes,
    includesEn: edition.shape.includesEn,
    cover: optionalAddress,
  },
  bundles: {
    name: bundle.shape.name,
    nameEn: bundle.shape.nameEn,
    description: bundle.shape.description,
    descriptionEn: bundle.shape.descriptionEn,
  },
} satisfies Record<string, Record<string, z.ZodType>>;

export type ParsedDraft = z.output<typeof draftSchema>;

/** The fields of `findContradictions`. Input without them is not a draft. */
const comparable = z.object({
  price: z.string(),
  downloadable: z.boolean(),
  downloadLink: z.string(),
  reservation: z.boolean(),
  releaseDate: z.string(),
  isDlc: z.boolean(),
  baseId: z.string(),
  editions: z.array(z.object({ name: z.string(), price: z.string() })),
  version: z.string(),
  changes: z.string(),
});

/** Errors of the draft as a whole, with their fields; checked even if single fields are invalid. */
function* findContradictions(draft: ProductDraft, isNew: boolean): Generator<[field: string, code: string]> {
  const price = readEuros(draft.price.trim());
  if (isNew && price === 0) yield ['price', 'price'];
  if (draft.downloadable && !draft.downloadLink.trim()) yield ['downloadLink', 'download'];
  if (draft.reservation && !draft.releaseDate) yield ['releaseDate', 'releaseDate'];
  if (draft.isDlc && !draft.baseId) yield ['baseId', 'base'];
  // Only an admin makes a product free.
  for (const [index, edition] of draft.editions.entries()) {
    if (price !== 0 && readEuros(edition.price.trim()) === 0) yield [`editions.${index}.price`, 'editionPrice'];
  }
  const names = draft.editions.map(({ name }) => name.trim().toLowerCase());
  const twice = names.findIndex((name, index) => names.indexOf(name) < index);
  if (twice >= 0) yield [`editions.${twice}.name`, 'editionTwice'];
  if (draft.changes.trim() && !draft.version.trim()) yield ['version', 'version'];
}

/**
 * Validates a draft before it goes to review (docs/behaviour/creators.md, "What a draft needs").
 *
 * @param isNew a new product may not be free; an existing one that an admin made free may stay free
 * @returns the draft with amounts in euros; or all errors in the order of `fieldNames`, and the first error of each
 *   field under its path, such as `editions.0.price`
 */
export function checkDraft(
  draft: ProductDraft,
  isNew: boolean,
): { ok: true; value: ParsedDraft } | { ok: false; errors: string[]; fields: Record<string, string> } {
  // A product without a download has no field in which its address could be corrected.
  const isIgnored = draft?.downloadable === false && !download.safeParse(draft.downloadLink).success;
  const parsed = draftSchema.safeParse(isIgnored ? { ...draft, downloadLink: '' } : draft);
  const issues = parsed.success
    ? []
    : parsed.error.issues.map(({ path, message }) => [path.join('.'), message] as const);
  const isDraft = parsed.success || comparable.safeParse(draft).success;
  issues.sort(([one], [other]) => positionOf(one) - positionOf(other));
  const found = [...issues, ...(isDraft ? findContradictions(draft, isNew) : [])];
  if (parsed.success && found.length === 0) return { ok: true, value: parsed.data };
  const fields: Record<string, string> = {};
  for (const [field, code] of found) fields[field] ??= code;
  return { ok: false, errors: [...new Set(found.map(([, code]) => code))], fields };
}

/** A submission: the changed product, if any, the draft, its saved version and its base; each error is an issue. */
export const sendInput = z
  .object({
    productId: z.uuid().nullable(),
    draft: z.custom<ProductDraft>(),
    saved: z.object({ id: z.uuid().or(z.literal('')), version: z.number(), base: z.string(), persona: pagePerson }),
  })
  .transform(({ draft, ...input }, context) => {
    const checked = checkDraft(draft, input.productId === null);
    if (checked.ok) return { ...input, draft: checked.value, persona: input.saved.persona };
    for (const [field, code] of Object.entries(checked.fields)) {
      context.addIssue({ code: 'custom', path: [field], message: code });
    }
    return z.NEVER;
  });
