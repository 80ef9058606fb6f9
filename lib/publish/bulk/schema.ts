import { z } from 'zod';
import { readEuros, typedEuros } from '@/lib/core/money';
import { compatibleSchema, genresSchema } from '../schema';
import { draftLimits } from '../types';
import { type BulkForm, listModes, mostAtOnce, offerModes, priceModes } from './types';

// The messages are keys of the catalogue namespace `bulkEdit.errors`.
const form = z.object({
  priceMode: z.enum(priceModes),
  price: z.string().trim().max(20),
  offerMode: z.enum(offerModes),
  offerPercent: z.string().trim().max(20),
  offerUntil: z.string().max(20),
  withEditions: z.boolean(),
  versionMode: z.enum(listModes),
  versions: z.string(),
  genreMode: z.enum(listModes),
  genres: z.string(),
}) satisfies z.ZodType<BulkForm>;

const modes = {
  set: 'fijar',
  raise: 'subir',
  lower: 'bajar',
  add: 'anadir',
  remove: 'quitar',
  replace: 'poner',
} as const;

const percentOf = (typed: string) => (/^\d{1,3}(?:[.,]\d{1,2})?$/.test(typed) ? Number(typed.replace(',', '.')) : NaN);

type Issue = (field: keyof BulkForm, code: string) => void;

function priceChange({ priceMode, price }: BulkForm, refuse: Issue) {
  if (priceMode === 'keep') return {};
  const isSet = priceMode === 'set';
  const valor = isSet ? readEuros(price) : percentOf(price);
  if (isSet && !typedEuros.test(price)) refuse('price', 'price');
  else if (isSet && (valor === 0 || valor > draftLimits.priceEuros)) refuse('price', 'priceMost');
  else if (!isSet && !(valor > 0 && valor < (priceMode === 'lower' ? 100 : 1000))) refuse('price', 'percent');
  return { precio: { modo: modes[priceMode], valor } };
}

function offerChange({ offerMode, offerPercent, offerUntil }: BulkForm, refuse: Issue) {
  if (offerMode === 'keep') return {};
  if (offerMode === 'end') return { oferta: { modo: 'terminar' } };
  const porcentaje = percentOf(offerPercent);
  if (!(porcentaje >= 1 && porcentaje <= 99)) refuse('offerPercent', 'percent');
  if (!z.iso.date().safeParse(offerUntil).success) refuse('offerUntil', 'dates');
  return { oferta: { porcentaje, hasta: offerUntil } };
}

function listChange(
  column: 'compatibles' | 'generos',
  field: 'versions' | 'genres',
  mode: BulkForm['versionMode'],
  read: z.ZodType<string[], string>,
  value: string,
  refuse: Issue,
) {
  if (mode === 'keep') return {};
  const parsed = read.safeParse(value);
  if (!parsed.success) refuse(field, parsed.error.issues[0]?.message ?? 'tooLong');
  else if (parsed.data.length === 0 && mode !== 'replace') refuse(field, 'empty');
  return { [column]: { modo: modes[mode], valores: parsed.data ?? [] } };
}

/** The change of a form, as the database reads it; each problem is an issue of its field. */
const change = form.transform((typed, context) => {
  const refuse: Issue = (field, code) => context.addIssue({ code: 'custom', path: [field], message: code });
  const wanted = {
    ...priceChange(typed, refuse),
    ...offerChange(typed, refuse),
    ...listChange('compatibles', 'versions', typed.versionMode, compatibleSchema, typed.versions, refuse),
    ...listChange('generos', 'genres', typed.genreMode, genresSchema, typed.genres, refuse),
  };
  if (Object.keys(wanted).length === 0) refuse('priceMode', 'nothing');
  return typed.withEditions ? { ...wanted, ediciones: true } : wanted;
});

export const previewInput = z.object({ ids: z.array(z.uuid()).min(1).max(mostAtOnce), form: change });

/** An edit with the hash of each previewed result, and its idempotency key. */
export const applyInput = z.object({
  form: change,
  marks: z.record(z.uuid(), z.string().max(40)),
  key: z.uuid(),
});
