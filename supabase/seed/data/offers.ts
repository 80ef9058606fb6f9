export const bundles = [
  {
    name: 'Pack Herrero',
    nameEn: 'Blacksmith Pack',
    price: 37.97,
    offer: 24.99,
    products: ['fragua-arcana', 'fragua-arcana-dragones', 'clanes-y-tronos'],
    description: 'Forja, dragones y asedios en una sola compra.',
    descriptionEn: 'Forge, dragons and sieges in one purchase.',
  },
  {
    name: 'Saga del Cuervo',
    nameEn: 'Raven Saga',
    price: 25.98,
    offer: 18.99,
    products: ['la-marca-del-cuervo', 'marca-cuervo-expediente'],
    description: 'La serie completa con su expediente perdido.',
    descriptionEn: 'The whole series with its lost file.',
  },
  {
    name: 'Pack Mar Adentro',
    nameEn: 'Open Sea Pack',
    price: 25.98,
    offer: 16.5,
    products: ['bajo-la-marea', 'bajo-la-marea-fosa', 'pesca-abisal'],
    description: 'Todo lo que moja.',
    descriptionEn: 'Everything that gets you wet.',
  },
  {
    name: 'Pack Servidor Feliz',
    nameEn: 'Happy Server Pack',
    price: 24.48,
    offer: 17.9,
    products: ['mercado-vivo', 'guardian-nocturno', 'teleportes-premium'],
    description: 'Economía, seguridad y viajes para empezar con buen pie.',
    descriptionEn: 'Economy, safety and travel for a good start.',
  },
];

export const coupons = [
  { code: 'FORJA20', product: 'fragua-arcana', percent: 20 },
  { code: 'CUERVO15', product: 'la-marca-del-cuervo', percent: 15 },
  { code: 'NEON50', product: 'neon-sur', percent: 50 },
  { code: 'CADUCADO', product: 'ultima-frontera', percent: 30, expired: true },
];

export const redeemCodes = [
  { code: 'UNSTORE-REGALO-2026', product: 'domador' },
  { code: 'CARTOGRAFO-7781', product: 'cartografos' },
  { code: 'CIELOS-CAPITAN-19', product: 'cielos-rotos', edition: 'Capitán' },
  { code: 'YA-CANJEADO-0001', product: 'estaciones', usedBy: 'sara' },
];

/** Who bought what, so that orders, libraries and trends have a past. */
export const purchases = [
  { buyer: 'lucia', product: 'fragua-arcana', price: 9.99, daysAgo: 4 },
  { buyer: 'lucia', product: 'noche-de-faroles', price: 3.99, daysAgo: 2 },
  { buyer: 'martin', product: 'ultima-frontera', price: 15.75, daysAgo: 9 },
  { buyer: 'martin', product: 'invierno-eterno', price: 12.25, daysAgo: 1 },
  { buyer: 'martin', product: 'mascotas-de-bolsillo', price: 0, daysAgo: 12 },
  { buyer: 'nico', product: 'la-marca-del-cuervo', price: 14.99, daysAgo: 4 },
  { buyer: 'sara', product: 'domador', price: 9.99, daysAgo: 20 },
  { buyer: 'lumbre', product: 'fragua-arcana', price: 14.99, daysAgo: 11 },
  { buyer: 'marea', product: 'fragua-arcana', price: 14.99, daysAgo: 10 },
  { buyer: 'pixelar', product: 'fragua-arcana', price: 14.99, daysAgo: 8 },
  { buyer: 'orbita9', product: 'la-marca-del-cuervo', price: 19.99, daysAgo: 6 },
];

export const follows = [
  ['lucia', 'lumbre'],
  ['lucia', 'aurelia'],
  ['lucia', 'forjabit'],
  ['martin', 'orbita9'],
  ['martin', 'aurelia'],
  ['nico', 'aurelia'],
  ['sara', 'lumbre'],
  ['nico', 'forjabit'],
  ['martin', 'lumbre'],
  ['sara', 'marea'],
] as const;

export const favourites = [
  ['lucia', 'cielos-rotos'],
  ['lucia', 'neon-sur'],
  ['lucia', 'gigantes-dormidos'],
  ['martin', 'titan-lag'],
] as const;
