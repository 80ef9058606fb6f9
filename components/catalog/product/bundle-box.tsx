import { useLocale, useTranslations } from 'next-intl';
import { ButtonLink } from '@/components/ui/button-link';
import { Link } from '@/components/ui/link-client';
import { Picture } from '@/components/ui/picture-client';
import type { Bundle } from '@/lib/catalog/types';
import { formatCents } from '@/lib/core/money';
import { bundlePrice, discountPercent } from '@/lib/pricing';
import { ByClub } from './by-club';
import { PersonalAmount } from './price-tag-client';

type Props = { bundle: Bundle; clubPercent: number };

/** A bundle with the product: its products, its price beside the sum of their current prices, and the saving. */
export function BundleBox({ bundle, clubPercent }: Props) {
  const t = useTranslations('productPage');
  const locale = useLocale();
  const side = (percent: number) => {
    const { cents, apartCents } = bundlePrice(bundle, bundle.products, percent);
    const isCheaper = cents < apartCents;
    return (
      <>
        <PersonalAmount
          shown={{
            kind: 'amount',
            cents,
            beforeCents: isCheaper ? apartCents : null,
            percent: discountPercent({ priceCents: apartCents, offerCents: cents }),
          }}
        />
        <p className="mt-1 text-sm font-semibold text-good empty:hidden">
          {isCheaper ? t('saving', { amount: formatCents(apartCents - cents, locale) }) : ''}
        </p>
      </>
    );
  };
  return (
    <section className="rounded-card border border-line bg-surface p-5">
      <h3 className="text-lg font-bold">{bundle.name}</h3>
      <p className="mt-1 text-sm text-muted">{bundle.description}</p>
      <ul className="mt-4 flex flex-wrap gap-3">
        {bundle.products.map((product) => (
          <li key={product.slug} className="w-20 large-text:w-32">
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
          <ByClub visitor={side(0)} member={side(clubPercent)} />
        </div>
        <ButtonLink href={`/cart?bundle=${bundle.id}`} prefetch={false}>
          {t('buyBundle')}
        </ButtonLink>
      </div>
    </section>
  );
}
