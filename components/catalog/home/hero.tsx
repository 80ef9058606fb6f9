import { getTranslations } from 'next-intl/server';
import { PriceTag } from '@/components/catalog/product/price-tag-client';
import { Badge } from '@/components/ui/badge';
import { ButtonLink } from '@/components/ui/button-link';
import { Flame, Star } from '@/components/ui/icons/shop';
import { Picture } from '@/components/ui/picture-client';
import type { Banner } from '@/lib/catalog/server';
import type { ProductCardData } from '@/lib/catalog/types';
import { clubBeside } from '@/lib/pricing';
import { getClubOffer } from '@/lib/pricing/server';

type Props = {
  product: ProductCardData;
  banner: Banner | null;
  /** True if the team has chosen the product; otherwise it is the most viewed one. */
  isPicked: boolean;
};

/** Full-width top of the home page: one large product and links into the catalogue. */
export async function Hero({ product, banner, isPicked }: Props) {
  const [t, nav, club] = await Promise.all([getTranslations('home.hero'), getTranslations('nav'), getClubOffer()]);
  const { priceCents, offerCents, lowestCents, clubOnly } = product;
  const Icon = isPicked ? Star : Flame;
  return (
    <section className="night full-bleed relative isolate -mt-6 overflow-hidden border-b border-line bg-surface lg:-mt-8">
      <Picture
        src={banner?.url ?? product.coverUrl}
        alt=""
        width={1280}
        height={720}
        priority
        sizes="100vw"
        className="absolute inset-0 size-full -z-10 object-cover"
      />
      <div className="absolute inset-0 -z-10 bg-linear-to-r from-canvas via-canvas/80 to-canvas/20" />
      <div className="mx-auto flex max-w-7xl items-end justify-between gap-8 px-4 pt-16 pb-8 sm:px-6 sm:pt-24 sm:pb-12 lg:pt-32 lg:pb-16">
        <div className="min-w-0 max-w-xl space-y-5">
          <Badge tone="buy">
            <Icon aria-hidden className="size-3.5" />
            {t(isPicked ? 'picked' : 'trending')}
          </Badge>
          <h1 className="text-4xl leading-[1.05] font-extrabold sm:text-6xl">{product.name}</h1>
          <PriceTag price={{ priceCents, offerCents, lowestCents, clubOnly }} {...clubBeside(club, clubOnly)} large />
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
