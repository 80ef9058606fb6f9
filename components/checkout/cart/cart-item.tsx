import { getTranslations } from 'next-intl/server';
import { ItemEdition } from '@/components/checkout/item-edition';
import { Link } from '@/components/ui/link-client';
import type { BasketItem, Quote } from '@/lib/checkout/types';
import { BasketCover } from './basket-cover';
import { BundleContents } from './bundle-contents';
import { ItemMenu } from './item-menu-client';

type Props = { goods: string; item: BasketItem; quote: Quote | null };

/** The item in the cart with its edition and its menu. */
export async function CartItem({ goods, item, quote }: Props) {
  const t = await getTranslations('cart');
  return (
    <article
      aria-label={item.name}
      className="flex flex-wrap items-start gap-x-3 rounded-card border border-line bg-surface p-3 sm:gap-x-4 sm:p-4"
    >
      <BasketCover item={item} />
      <div className="min-w-0 flex-1 space-y-1 py-1">
        <h2 className="text-base leading-snug font-bold sm:text-lg">
          {item.href ? (
            <Link href={item.href} className="hover:text-link">
              {item.name}
            </Link>
          ) : (
            item.name
          )}
        </h2>
        <ItemEdition item={item} lines={quote?.lines} />
        {!item.slug && <p className="text-sm font-medium">{t('bundle')}</p>}
        {item.creator && !item.isPack && <p className="text-sm text-muted">{t('by', { name: item.creator })}</p>}
      </div>
      <ItemMenu goods={goods} name={item.name} productId={item.isPack ? null : item.productId} href={item.href} />
      <BundleContents item={item} />
    </article>
  );
}
