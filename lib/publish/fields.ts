export type FormStep = 'information' | 'visuals' | 'product';

const visuals = ['cover', 'banner', 'images', 'trailer'];
const product = [
  'downloadable',
  'downloadLink',
  'size',
  'version',
  'changes',
  'changesEn',
  'editions',
  'bundles',
  'available',
  'reservation',
  'releaseDate',
  'isDlc',
  'baseId',
  'legal',
];

/** The step of the form that shows a field, by the path that its error has, such as `editions.0.price`. */
export function stepOf(path: string): FormStep {
  const [field = ''] = path.split('.');
  if (visuals.includes(field)) return 'visuals';
  return product.includes(field) ? 'product' : 'information';
}
