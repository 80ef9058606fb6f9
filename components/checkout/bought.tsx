import { useTranslations } from 'next-intl';
import { BasketCover } from '@/components/checkout/cart/basket-cover';
import { BundleContents } from '@/components/checkout/cart/bundle-contents';
import type { BasketItem, Quote } from '@/lib/checkout/types';
import { ItemEdition } from './item-edition';

/** The purchased item, above the summary. */
export function Bought({ item, quote }: { item: BasketItem; quote: Quote | null }) {
  const t = useTranslations('cart');
  return (
    <div className="flex flex-wrap gap-x-4">
      <BasketCover item={item} />
      <div className="min-w-0 flex-1 space-y-1">
        <p className="font-bold wrap-anywhere">{item.name}</p>
        <ItemEdition item={item} lines={quote?.lines} />
        {!item.slug && <p className="text-sm">{t('bundle')}</p>}
        {item.creator && !item.isPack && <p className="text-sm text-muted">{t('by', { name: item.creator })}</p>}
      </div>
      <BundleContents item={item} />
    </div>
  );
}
