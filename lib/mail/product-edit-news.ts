/** Fields of a product, by their columns, that admins edit for its creator. */
export const editedFields = [
  'nombre',
  'nombre_en',
  'acerca_de',
  'acerca_de_en',
  'descripcion',
  'descripcion_en',
  'portada_url',
  'banner_url',
  'imagenes',
  'video_trailer',
  'desarrollador',
  'publisher',
  'generos',
  'aviso_legal',
  'aviso_legal_en',
] as const;
