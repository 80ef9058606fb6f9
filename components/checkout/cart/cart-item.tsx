import { getTranslations } from 'next-intl/server';
import { Package } from '@/components/ui/icons/desk';
import { Link } from '@/components/ui/link-client';
import { Picture } from '@/components/ui/picture-client';
import type { BasketItem } from '@/lib/checkout/types';
import { ItemMenu } from './item-menu-client';

/** A small cover, or a package icon if there is none. */
export function BasketCover({ item }: { item: BasketItem }) {
  if (!item.coverUrl) {
    return (
      <span className="grid h-28 w-21 shrink-0 place-items-center rounded-control bg-raised text-muted">
        <Package aria-hidden className="size-8" />
      </span>
    );
  }
  return (
    <Picture
      src={item.coverUrl}
      alt=""
      width={84}
      height={112}
      sizes="128px"
      blur={item.coverBlur}
      className="aspect-3/4 h-28 w-21 shrink-0 rounded-control object-cover"
    />
  );
}

/** What comes in a bundle, each with its cover and its page. */
export async function BundleContents({ item }: { item: BasketItem }) {
  const t = await getTranslations('cart');
  if (item.contents.length === 0) return null;
  return (
    <div className="w-full pt-3">
      <p className="text-sm text-muted">{t('contents', { count: item.contents.length })}</p>
      <ul aria-label={t('contents', { count: item.contents.length })} className="mt-1 space-y-1">
        {item.contents.map(({ slug, name, coverUrl, coverBlur }) => (
          <li key={slug}>
            <Link
              href={`/p/${slug}`}
              className="flex min-h-11 min-w-0 items-center gap-3 text-sm font-medium hover:text-link"
            >
              <Picture
                src={coverUrl}
                alt=""
                width={30}
                height={40}
                sizes="64px"
                blur={coverBlur}
                className="aspect-3/4 h-10 w-7.5 shrink-0 rounded object-cover"
              />
              <span className="min-w-0">{name}</span>
            </Link>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** The item in the cart with its edition and its menu. */
export async function CartItem({ item }: { item: BasketItem }) {
  const t = await getTranslations('cart');
  return (
    <article className="flex flex-wrap items-start gap-x-4 rounded-card border border-line bg-surface p-4">
      <BasketCover item={item} />
      <div className="min-w-0 flex-1 space-y-1 py-1">
        <h2 className="text-lg leading-snug font-bold">
          {item.href ? (
            <Link href={item.href} className="hover:text-link">
              {item.name}
            </Link>
          ) : (
            item.name
          )}
        </h2>
        {item.edition && <p className="text-sm font-medium">{t('edition', { name: item.edition })}</p>}
        {!item.slug && <p className="text-sm font-medium">{t('bundle')}</p>}
        {item.creator && !item.isPack && <p className="text-sm text-muted">{t('by', { name: item.creator })}</p>}
      </div>
      <ItemMenu name={item.name} productId={item.isPack ? null : item.productId} href={item.href} />
      <BundleContents item={item} />
    </article>
  );
}
