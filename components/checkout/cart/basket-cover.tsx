import { Package } from '@/components/ui/icons/desk';
import { Picture } from '@/components/ui/picture-client';
import type { BasketItem } from '@/lib/checkout/types';

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
