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
