import { useTranslations } from 'next-intl';
import { OwnedMark } from '@/components/account/owned-mark-client';
import { RatingLink } from '@/components/reviews/rating-link';
import { Badge } from '@/components/ui/badge';
import { BadgeCheck } from '@/components/ui/icons/shop';
import { Link } from '@/components/ui/link-client';
import { Picture } from '@/components/ui/picture-client';
import type { CategoryPath } from '@/lib/catalog/categories';
import { groupOffers, type Offer } from '@/lib/catalog/offers';
import type { Product } from '@/lib/catalog/types';
import { creatorPath } from '@/lib/core/http/segments';
import type { ClubOffer } from '@/lib/pricing';
import { BuyPanel } from './buy-panel';
import { FavoriteButton } from './favorite-button-client';
import { ProductMedia } from './media-client';

type Props = { product: Product; offers: Offer[]; section: CategoryPath; club: ClubOffer };

/** Top of a product page: name, price and button are visible on phones without scrolling. */
export function ProductHero({ product, offers, section, club }: Props) {
  const t = useTranslations('product');
  const page = useTranslations('productPage');
  const nav = useTranslations('nav');
  const reservations = groupOffers(offers, ({ reservation }) => reservation);
  const trailer = product.trailerId
    ? { id: product.trailerId, posterUrl: product.bannerUrl ?? product.coverUrl }
    : null;
  const hasMedia = trailer !== null || product.gallery.length > 0;
  // Only the picture that is visible first has its placeholder in the page.
  const pictures = product.gallery.map(({ url, width, height, blur }, index) => ({
    ...{ url, width, height },
    blur: index === 0 && !trailer ? blur : null,
  }));
  return (
    <div className="relative isolate max-sm:-mt-4">
      {product.bannerUrl && !hasMedia && (
        <div
          aria-hidden
          className="full-bleed absolute inset-x-0 -top-6 -z-10 h-80 overflow-hidden opacity-(--banner) [mask-image:linear-gradient(black_35%,transparent)] sm:h-112 lg:-top-8"
        >
          <Picture
            src={product.bannerUrl}
            alt=""
            width={1280}
            height={720}
            // Faint and behind text: on phones half the resolution looks the same.
            sizes="(min-width: 640px) 100vw, 60vw"
            priority
            className="absolute inset-0 size-full object-cover [filter:var(--banner-look)]"
          />
        </div>
      )}
      <nav aria-label={page('about')} className="mb-2 text-sm sm:mb-4">
        <ol className="flex items-center gap-2 text-ink">
          <li>
            <Link href="/" prefetch={false} className="inline-flex min-h-11 items-center hover:underline">
              {nav('home')}
            </Link>
          </li>
          <li aria-hidden>/</li>
          <li>
            <Link href={`/${section}`} prefetch={false} className="inline-flex min-h-11 items-center hover:underline">
              {nav(section)}
            </Link>
          </li>
        </ol>
      </nav>
      <div
        className={
          hasMedia
            ? 'grid grid-cols-1 gap-x-8 gap-y-4 lg:grid-cols-[minmax(0,1fr)_22rem] 2xl:grid-cols-[minmax(0,1fr)_24rem]'
            : undefined
        }
      >
        {hasMedia && (
          <div className="min-w-0">
            <ProductMedia name={product.name} images={pictures} trailer={trailer} />
            <p className="mt-4 hidden max-w-prose text-lg text-pretty text-muted lg:block">{product.about}</p>
          </div>
        )}
        <div
          className={`grid gap-x-4 large-text:flex large-text:flex-col sm:grid-cols-[14rem_minmax(0,1fr)] sm:gap-x-8 ${
            hasMedia
              ? 'grid-cols-[6rem_minmax(0,1fr)] gap-y-3 lg:grid-cols-[7rem_minmax(0,1fr)] lg:content-start lg:gap-x-4'
              : 'grid-cols-[120px_minmax(0,1fr)] gap-y-5 xl:grid-cols-[15rem_minmax(0,1fr)_20rem] 2xl:grid-cols-[17rem_minmax(0,1fr)_22rem]'
          }`}
        >
          <div
            className={`relative aspect-3/4 self-start overflow-hidden rounded-card border border-line shadow-card large-text:w-30 sm:row-span-2 ${hasMedia ? 'lg:row-span-1' : 'xl:row-span-1'}`}
          >
            {groupOffers(offers, ({ coverUrl }) => coverUrl ?? product.coverUrl).map(({ value, of }, index) => (
              <Picture
                key={value}
                data-of={of}
                src={value}
                alt=""
                width={720}
                height={960}
                priority={index === 0 && !hasMedia}
                sizes="(min-width: 1024px) 280px, (min-width: 640px) 224px, 128px"
                className="absolute inset-0 size-full object-cover"
                blur={offers.find(({ coverUrl }) => coverUrl === value)?.coverBlur}
              />
            ))}
          </div>
          <div className="min-w-0">
            <div className="mb-2 flex flex-wrap gap-2">
              <OwnedMark productId={product.id} />
              {product.clubOnly && <Badge tone="club">{t('clubOnly')}</Badge>}
              {reservations.map(
                ({ value, of }) =>
                  value && (
                    <Badge key={of} data-of={of} tone="good">
                      {t('reservation')}
                    </Badge>
                  ),
              )}
              {offers.map(
                ({ key, name }, index) =>
                  name && (
                    <Badge key={key} data-of={index} tone="buy">
                      {name}
                    </Badge>
                  ),
              )}
              {product.genres.slice(0, 2).map((genre) => (
                <Badge key={genre} className="max-sm:hidden">
                  {genre}
                </Badge>
              ))}
            </div>
            <h1 className={`text-2xl leading-tight font-extrabold sm:text-4xl ${hasMedia ? 'lg:text-2xl' : ''}`}>
              {product.name}
            </h1>
            {product.creator && (
              <Link
                href={creatorPath(product.creator.displayName)}
                // Not prefetched, because few people follow this link.
                prefetch={false}
                className="mt-2 inline-flex min-h-11 items-center gap-2 font-medium hover:text-link"
              >
                <Picture
                  src={product.creator.avatarUrl}
                  alt=""
                  width={28}
                  height={28}
                  className="size-7 rounded-full object-cover"
                />
                <span className="min-w-0 wrap-anywhere">{product.creator.displayName}</span>
                {product.creator.verified && (
                  <BadgeCheck aria-label={page('verified')} role="img" className="size-5 text-link" />
                )}
              </Link>
            )}
            {product.rating && (
              <div>
                <RatingLink rating={product.rating} />
              </div>
            )}
            <p className={`mt-2 hidden text-lg text-pretty text-muted sm:block ${hasMedia ? 'lg:hidden' : ''}`}>
              {product.about}
            </p>
          </div>
          <p className="col-span-2 text-sm text-pretty text-muted sm:hidden">{product.about}</p>
          <div className={`col-span-2 sm:col-span-1 xl:self-start ${hasMedia ? 'lg:col-span-2' : ''}`}>
            <BuyPanel product={product} offers={offers} club={club} />
          </div>
        </div>
      </div>
      <FavoriteButton productId={product.id} name={product.name} className="absolute top-0 right-0" />
    </div>
  );
}
