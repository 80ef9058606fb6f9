import type { ProductCardData } from '@/lib/catalog/types';
import { getClubOffer } from '@/lib/pricing/server';
import { ProductCard } from './product-card';

type Props = {
  products: ProductCardData[];
  /** Width of an item on phones, if not the usual one. */
  itemClassName?: string;
};

/** Three products beside each other; on phones a strip to swipe, so that none stands alone. */
export async function ProductStrip({ products, itemClassName }: Props) {
  const club = await getClubOffer();
  return (
    <ul className="strip">
      {products.map((product) => (
        <li key={product.id} className={itemClassName}>
          <ProductCard product={product} club={club} />
        </li>
      ))}
    </ul>
  );
}
