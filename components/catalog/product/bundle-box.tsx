import { useLocale, useTranslations } from 'next-intl';
import { ButtonLink } from '@/components/ui/button-link';
import { Link } from '@/components/ui/link-client';
import { Picture } from '@/components/ui/picture-client';
import type { Bundle } from '@/lib/catalog/types';
import { formatCents } from '@/lib/core/money';
import { clubPrice, displayPrice, type Price } from '@/lib/pricing';
import { ByClub } from './by-club';
import { PriceTag } from './price-tag-client';

type Props = { bundle: Bundle; clubPercent: number };

/** A bundle that contains the product: its products, its price and what it saves against buying them apart now. */
export function BundleBox({ bundle, clubPercent }: Props) {
  const t = useTranslations('productPage');
  const locale = useLocale();
  const saving = (pay: (price: Price) => number) => {
    const saved = bundle.products.reduce((sum, product) => sum + pay(product), 0) - pay(bundle);
    return saved > 0 ? t('saving', { amount: formatCents(saved, locale) }) : null;
  };
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
        <div>
          <PriceTag
            price={{ priceCents: bundle.priceCents, offerCents: bundle.offerCents, clubOnly: false }}
            clubPercent={clubPercent}
          />
          <div className="mt-1 text-sm font-semibold text-good">
            <ByClub visitor={saving(displayPrice)} member={saving((price) => clubPrice(price, clubPercent))} />
          </div>
        </div>
        <ButtonLink href={`/cart?bundle=${bundle.id}`} prefetch={false}>
          {t('buyBundle')}
        </ButtonLink>
      </div>
    </section>
  );
}
