import type { Product } from './types.ts';

const pack = (coins: number, price: number): Product => ({
  slug: `uncoins-${coins}`,
  category: 'uncoins',
  name: `${coins} UnCoins`,
  nameEn: `${coins} UnCoins`,
  creator: 'unstore',
  price,
  ageDays: 200,
  visits: 0,
  genres: [],
  coins,
  pitch: { es: 'Saldo para comprar en la tienda.', en: 'Balance to spend in the shop.' },
  features: [{ es: 'Se acredita al momento', en: 'Credited at once' }],
});

/** UnCoins packs at their prices. */
export const packs: Product[] = [pack(100, 1.59), pack(500, 7.95), pack(1000, 15.9)];
