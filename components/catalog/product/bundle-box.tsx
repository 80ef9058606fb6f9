import { OwnedMark } from '@/components/account/owned-mark-client';
import { Link } from '@/components/ui/link-client';
import { Picture } from '@/components/ui/picture-client';
import type { Bundle } from '@/lib/catalog/types';
import { BundlePrice } from './bundle-price-client';

type Props = { bundle: Bundle; clubPercent: number };

/** A bundle with the product: its products, its price beside the sum of their current prices, and the saving. */
export function BundleBox({ bundle, clubPercent }: Props) {
  const parts = bundle.products.map(({ id, priceCents, offerCents }) => ({ id, priceCents, offerCents }));
  const { id, priceCents, offerCents } = bundle;
  return (
    <section className="rounded-card border border-line bg-surface p-5">
      <h3 className="text-lg font-bold">{bundle.name}</h3>
      <p className="mt-1 text-sm text-muted">{bundle.description}</p>
      <ul className="mt-4 flex flex-wrap gap-3">
        {bundle.products.map((product) => (
          <li
            key={product.slug}
            data-owned={product.id}
            data-favorites={product.id}
            className="relative w-20 large-text:w-32"
          >
            <Link href={`/p/${product.slug}`} className="block text-xs font-medium hover:text-link">
              <Picture
                src={product.coverUrl}
                alt=""
                width={80}
                height={107}
                sizes="128px"
                className="mb-1 aspect-3/4 rounded-control object-cover"
              />
              {product.name}
            </Link>
            <div className="pointer-events-none absolute top-1 left-1 flex">
              <OwnedMark productId={product.id} compact />
            </div>
          </li>
        ))}
      </ul>
      <div className="mt-4 flex flex-wrap items-center justify-between gap-3">
        <BundlePrice bundle={{ id, priceCents, offerCents }} parts={parts} clubPercent={clubPercent} />
      </div>
    </section>
  );
}
