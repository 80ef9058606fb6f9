import type { ProductCardData } from '@/lib/catalog/types';
import { getClubOffer } from '@/lib/pricing/server';
import { ProductCard } from './product-card';

/** Three products beside each other; on phones a strip to swipe, so that none stands alone. */
export async function ProductStrip({ products }: { products: ProductCardData[] }) {
  const club = await getClubOffer();
  return (
    <ul className="strip">
      {products.map((product) => (
        <li key={product.id}>
          <ProductCard product={product} club={club} />
        </li>
      ))}
    </ul>
  );
}
