import { youtubeAddress } from '@/lib/catalog/youtube';

export type FormStep = 'information' | 'visuals' | 'product';

/** A field of a product, with the form step that shows it. */
type Field = { step: FormStep };

/**
 * A plain text field. Form, zod schema and content of a revision are derived from it; `contenido_valido` in
 * supabase/schemas/49_content.sql repeats its rules, and tests/db/product-fields.test.ts compares both.
 */
type TextField = Field & {
  /** The column of `productos`, and the key in the content of a revision. */
  column: string;
  /** Maximum length, in characters. */
  longest: number;
  /** A missing text has the field's name as its error code. */
  isRequired?: true;
  /** Pattern of a non-empty text. The error code is the field's name. */
  pattern?: RegExp;
};

const information = { step: 'information' } as const;
const visuals = { step: 'visuals' } as const;
const product = { step: 'product' } as const;

/** The fields of a product, in the order in which errors and differences are listed. */
const productFields = {
  name: { step: 'information', column: 'nombre', longest: 80, isRequired: true },
  nameEn: { step: 'information', column: 'nombre_en', longest: 80 },
  slug: information,
  price: information,
  offer: information,
  cover: visuals,
  category: information,
  about: { step: 'information', column: 'acerca_de', longest: 300 },
  aboutEn: { step: 'information', column: 'acerca_de_en', longest: 300 },
  description: information,
  descriptionEn: information,
  developer: { step: 'information', column: 'desarrollador', longest: 80 },
  publisher: { step: 'information', column: 'publisher', longest: 80 },
  genres: information,
  compatible: information,
  size: { step: 'product', column: 'tamano_aproximado', longest: 40 },
  legal: { step: 'product', column: 'aviso_legal', longest: 500 },
  legalEn: { step: 'product', column: 'aviso_legal_en', longest: 500 },
  clubOnly: information,
  reservation: product,
  releaseDate: product,
  isDlc: product,
  baseId: product,
  banner: visuals,
  images: visuals,
  trailer: { step: 'visuals', column: 'video_trailer', longest: 200, pattern: youtubeAddress },
  downloadable: product,
  downloadLink: product,
  available: product,
  editions: product,
  bundles: product,
  version: { step: 'product', column: 'version', longest: 20 },
  changes: { step: 'product', column: 'novedades', longest: 2_000 },
  changesEn: { step: 'product', column: 'novedades_en', longest: 2_000 },
} as const satisfies Record<string, Field | TextField>;

type Fields = typeof productFields;
type FieldName = keyof Fields;
export type TextFieldName = { [Name in FieldName]: Fields[Name] extends TextField ? Name : never }[FieldName];
export type TextColumn = Fields[TextFieldName]['column'];

export const fieldNames = Object.keys(productFields) as FieldName[];

/** The plain text fields by name. */
export const textFields = Object.fromEntries(
  Object.entries(productFields).filter(([, field]) => 'column' in field),
) as unknown as Record<TextFieldName, TextField & { column: TextColumn }>;

/** Creates an object with an entry for each plain text field. */
export const mapTextFields = <Value>(
  valueFor: (name: TextFieldName, field: TextField & { column: TextColumn }) => Value,
): Record<TextFieldName, Value> =>
  Object.fromEntries(
    Object.entries(textFields).map(([name, field]) => [name, valueFor(name as TextFieldName, field)]),
  ) as Record<TextFieldName, Value>;

const fieldOf = (path: string) => path.split('.')[0] ?? '';

/** The form step of a field, by the path of its error, such as `editions.0.price`. */
export function stepOf(path: string): FormStep {
  const field = fieldOf(path);
  return Object.hasOwn(productFields, field) ? productFields[field as FieldName].step : 'information';
}

/** The position of a field in lists of errors and differences, by the path of its error. */
export const positionOf = (path: string): number => fieldNames.indexOf(fieldOf(path) as FieldName);
