import { BadgeCheck, Download, ListChecks, RefreshCw, ShieldCheck } from 'lucide-react';
import Link from 'next/link';
import { useFormatter, useTranslations } from 'next-intl';
import { RatingLink } from '@/components/reviews/rating-link';
import { Badge } from '@/components/ui/badge';
import { Picture } from '@/components/ui/picture';
import type { Product } from '@/lib/catalog/types';
import { creatorPath } from '@/lib/core/http/segments';
import { BuyBox } from './buy-box-client';
import { FavoriteButton } from './favorite-button-client';

type Props = { product: Product; section: string; clubPercent: number };

/** The top of a product page: name, price and button are visible on a phone without scrolling. */
export function ProductHero({ product, section, clubPercent }: Props) {
  const t = useTranslations('product');
  const page = useTranslations('productPage');
  const nav = useTranslations('nav');
  const format = useFormatter();
  const included = [
    product.downloadable
      ? { Icon: Download, text: t('included.download') }
      : { Icon: ListChecks, text: t('included.whitelist') },
    { Icon: RefreshCw, text: t('included.updates') },
    { Icon: ShieldCheck, text: t('included.secure') },
  ];
  return (
    <div className="relative isolate">
      {product.bannerUrl && (
        <div
          aria-hidden
          className="full-bleed absolute inset-x-0 -top-6 -z-10 h-80 overflow-hidden opacity-(--banner) [mask-image:linear-gradient(black_35%,transparent)] sm:h-112 lg:-top-8"
        >
          <Picture
            src={product.bannerUrl}
            alt=""
            width={1280}
            height={720}
            sizes="100vw"
            className="absolute inset-0 size-full object-cover"
            blur={product.bannerBlur}
          />
        </div>
      )}
      <nav aria-label={page('about')} className="mb-4 text-sm">
        <ol className="flex items-center gap-2 text-ink">
          <li>
            <Link href="/" className="inline-flex min-h-11 items-center hover:underline">
              {nav('home')}
            </Link>
          </li>
          <li aria-hidden>/</li>
          <li>
            <Link href={`/${section}`} className="inline-flex min-h-11 items-center hover:underline">
              {nav(section as 'plugins')}
            </Link>
          </li>
        </ol>
      </nav>
      <div className="grid grid-cols-[7.5rem_minmax(0,1fr)] gap-x-4 gap-y-5 sm:grid-cols-[14rem_minmax(0,1fr)] sm:gap-x-8 lg:grid-cols-[17rem_minmax(0,1fr)_22rem]">
        <div className="relative aspect-3/4 self-start overflow-hidden rounded-card border border-line shadow-card sm:row-span-2 lg:row-span-1">
          <Picture
            src={product.coverUrl}
            alt=""
            width={720}
            height={960}
            priority
            sizes="(min-width: 1024px) 280px, (min-width: 640px) 224px, 128px"
            className="absolute inset-0 size-full object-cover"
            blur={product.coverBlur}
          />
        </div>
        <div className="min-w-0">
          <div className="mb-2 flex flex-wrap gap-2">
            {product.clubOnly && <Badge tone="club">{t('clubOnly')}</Badge>}
            {product.reservation && <Badge tone="good">{t('reservation')}</Badge>}
            {product.genres.slice(0, 2).map((genre) => (
              <Badge key={genre} className="hidden sm:inline-flex">
                {genre}
              </Badge>
            ))}
          </div>
          <h1 className="text-2xl leading-tight font-extrabold sm:text-4xl">{product.name}</h1>
          {product.creator && (
            <Link
              href={creatorPath(product.creator.displayName)}
              // Not prefetched: few people follow this link, so others should not download its code.
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
              {product.creator.displayName}
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
          <p className="mt-2 hidden max-w-prose text-lg text-pretty text-muted sm:block">{product.about}</p>
          {product.base && (
            <p className="mt-3 text-sm">
              <Link
                href={`/p/${product.base.slug}`}
                className="inline-flex min-h-11 items-center font-semibold text-link hover:underline"
              >
                {page('extends', { name: product.base.name })}
              </Link>
            </p>
          )}
        </div>
        <div className="col-span-2 space-y-4 rounded-card border border-line bg-surface p-4 sm:col-span-1 sm:p-5 lg:self-start">
          <BuyBox product={product} editions={product.editions} clubPercent={clubPercent} />
          {product.reservation && product.releaseDate && (
            <p className="text-sm text-warn">
              {t('releases', { date: format.dateTime(new Date(product.releaseDate), 'day') })}
            </p>
          )}
          <ul className="space-y-1.5 text-sm text-muted">
            {included.map(({ Icon, text }) => (
              <li key={text} className="flex items-center gap-2">
                <Icon aria-hidden className="size-4 text-good" />
                {text}
              </li>
            ))}
          </ul>
        </div>
        <p className="col-span-2 text-pretty text-muted sm:hidden">{product.about}</p>
      </div>
      <FavoriteButton productId={product.id} name={product.name} className="absolute top-0 right-0" />
    </div>
  );
}
