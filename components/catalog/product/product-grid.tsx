import type { ProductCardData } from '@/lib/catalog/types';
import { getClubOffer } from '@/lib/pricing/server';
import { ProductCard } from './product-card';

type Props = { products: ProductCardData[]; priority?: number; heading?: 'h2' | 'h3' };

/** `heading`: the heading level of the cards' names, one below the heading of the grid. */
export async function ProductGrid({ products, priority = 0, heading }: Props) {
  const club = await getClubOffer();
  return (
    <ul className="grid grid-cols-2 gap-3 large-text:grid-cols-1 sm:gap-5 md:grid-cols-3 xl:grid-cols-4">
      {products.map((product, index) => (
        <li key={product.id} className="grid">
          <ProductCard product={product} club={club} priority={index < priority} heading={heading} />
        </li>
      ))}
    </ul>
  );
}
