import Link from 'next/link';
import { useLocale, useTranslations } from 'next-intl';
import { ButtonLink } from '@/components/ui/button-link';
import { Picture } from '@/components/ui/picture';
import type { Bundle } from '@/lib/catalog/types';
import { formatCents } from '@/lib/core/money';
import { displayPrice } from '@/lib/pricing';

/** A bundle that contains the product: its products, its price and what it saves. */
export function BundleBox({ bundle }: { bundle: Bundle }) {
  const t = useTranslations('productPage');
  const locale = useLocale();
  const apart = bundle.products.reduce((sum, product) => sum + product.priceCents, 0);
  const saving = apart - displayPrice(bundle);
  return (
    <section className="rounded-card border border-line bg-surface p-5">
      <h3 className="text-lg font-bold">{bundle.name}</h3>
      <p className="mt-1 text-sm text-muted">{bundle.description}</p>
      <ul className="mt-4 flex flex-wrap gap-3">
        {bundle.products.map((product) => (
          <li key={product.slug} className="w-20">
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
          </li>
        ))}
      </ul>
      <div className="mt-4 flex flex-wrap items-center justify-between gap-3">
        <p>
          <span className="font-display text-xl font-bold">{formatCents(displayPrice(bundle), locale)}</span>
          {saving > 0 && (
            <span className="ml-2 text-sm font-semibold text-good">
              {t('saving', { amount: formatCents(saving, locale) })}
            </span>
          )}
        </p>
        <ButtonLink href={`/cart?bundle=${bundle.id}`} prefetch={false}>
          {t('buyBundle')}
        </ButtonLink>
      </div>
    </section>
  );
}
