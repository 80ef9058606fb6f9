import { isUuid } from '@/lib/core/uuid';

/** The texts and pictures of a product with their columns, in the order of their form. */
export const contentColumns = {
  name: 'nombre',
  nameEn: 'nombre_en',
  about: 'acerca_de',
  aboutEn: 'acerca_de_en',
  description: 'descripcion',
  descriptionEn: 'descripcion_en',
  cover: 'portada_url',
  banner: 'banner_url',
  images: 'imagenes',
  trailer: 'video_trailer',
  developer: 'desarrollador',
  publisher: 'publisher',
  genres: 'generos',
  legal: 'aviso_legal',
  legalEn: 'aviso_legal_en',
} as const;

export type ContentField = keyof typeof contentColumns;

/** The lists of a product's parts with their texts and pictures, and their names in the database. */
export const partColumns = {
  editions: {
    list: 'ediciones',
    columns: {
      name: 'nombre',
      nameEn: 'nombre_en',
      includes: 'incluye',
      includesEn: 'incluye_en',
      cover: 'portada_url',
    },
  },
  bundles: {
    list: 'bundles',
    columns: { name: 'nombre', nameEn: 'nombre_en', description: 'descripcion', descriptionEn: 'descripcion_en' },
  },
} as const;

export type PartList = keyof typeof partColumns;

/** A field of an edition or a bundle, named `<list>.<id>.<field>` in forms and in the database. */
export type PartField = { list: PartList; id: string; field: string };

const partLists = Object.keys(partColumns) as PartList[];

/** Parses the name of a part's field in a form; null for a field of the product. */
export function parsePartName(name: string): PartField | null {
  const [list, id = '', field = '', ...rest] = name.split('.');
  const known = partLists.find((one) => one === list);
  const isField = known && Object.hasOwn(partColumns[known].columns, field) && isUuid(id) && rest.length === 0;
  return isField ? { list: known, id, field } : null;
}

/** Parses the database key of a part's field; null for a field of the product. */
export function parsePartColumn(key: string): PartField | null {
  const [list, id = '', column] = key.split('.');
  const known = partLists.find((one) => partColumns[one].list === list);
  const [field] = Object.entries(known ? partColumns[known].columns : {}).find(([, one]) => one === column) ?? [];
  return known && field ? { list: known, id, field } : null;
}

/** The name of a part's field in a form. */
export const partName = ({ list, id, field }: PartField): string => `${list}.${id}.${field}`;

/** The key of a part's field in the database. */
export const partColumn = ({ list, id, field }: PartField): string =>
  `${partColumns[list].list}.${id}.${(partColumns[list].columns as Record<string, string>)[field]}`;
