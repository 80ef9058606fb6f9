import { Package } from 'lucide-react';
import Link from 'next/link';
import { getTranslations } from 'next-intl/server';
import { Picture } from '@/components/ui/picture';
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

/** The item in the cart with its edition and its menu. */
export async function CartItem({ item }: { item: BasketItem }) {
  const t = await getTranslations('cart');
  return (
    <article className="flex items-start gap-4 rounded-card border border-line bg-surface p-4">
      <BasketCover item={item} />
      <div className="min-w-0 flex-1 space-y-1 py-1">
        <h2 className="text-lg leading-snug font-bold">
          {item.slug ? (
            <Link href={`/p/${item.slug}`} className="hover:text-link">
              {item.name}
            </Link>
          ) : (
            item.name
          )}
        </h2>
        {item.edition && <p className="text-sm font-medium">{t('edition', { name: item.edition })}</p>}
        {!item.slug && <p className="text-sm font-medium">{t('bundle')}</p>}
        {item.creator && <p className="text-sm text-muted">{t('by', { name: item.creator })}</p>}
      </div>
      <ItemMenu name={item.name} productId={item.productId} slug={item.slug} />
    </article>
  );
}
