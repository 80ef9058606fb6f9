import { Flame } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { PriceTag } from '@/components/catalog/product/price-tag';
import { Badge } from '@/components/ui/badge';
import { ButtonLink } from '@/components/ui/button-link';
import { Picture } from '@/components/ui/picture';
import type { ProductCardData } from '@/lib/catalog/types';

/** The top of the home page: one large product and links into the catalogue. */
export function Hero({ product }: { product: ProductCardData }) {
  const t = useTranslations('home.hero');
  const nav = useTranslations('nav');
  return (
    <section className="relative isolate overflow-hidden rounded-card border border-line bg-surface">
      <Picture
        src={product.coverUrl.replace('cover', 'banner')}
        alt=""
        width={1280}
        height={720}
        priority
        sizes="(min-width: 1024px) 1100px, 100vw"
        className="absolute inset-0 size-full -z-10 object-cover"
      />
      <div className="absolute inset-0 -z-10 bg-linear-to-r from-canvas via-canvas/80 to-canvas/20" />
      <div className="flex items-end justify-between gap-8 p-5 pt-16 sm:p-10 sm:pt-24 lg:p-14 lg:pt-32">
        <div className="max-w-xl space-y-5">
          <Badge tone="buy">
            <Flame aria-hidden className="size-3.5" />
            {t('badge')}
          </Badge>
          <h1 className="text-4xl leading-[1.05] font-extrabold sm:text-6xl">{product.name}</h1>
          <PriceTag price={product} large />
          <div className="flex flex-wrap gap-3">
            <ButtonLink href={`/p/${product.slug}`} variant="buy" size="large">
              {t('see')}
            </ButtonLink>
            {(['series', 'events', 'dlcs'] as const).map((section) => (
              <ButtonLink key={section} href={`/${section}`} size="large">
                {nav(section)}
              </ButtonLink>
            ))}
          </div>
        </div>
        <Picture
          src={product.coverUrl}
          alt=""
          width={240}
          height={320}
          sizes="280px"
          className="hidden w-60 rotate-2 rounded-card border border-line shadow-card lg:block"
        />
      </div>
    </section>
  );
}
