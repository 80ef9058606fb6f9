import { classNames } from '@/components/ui/class-names';
import { PackageX } from '@/components/ui/icons/desk';
import { Picture } from '@/components/ui/picture-client';
import type { Order } from '@/lib/orders/types';

/** Cover of an order, or an icon if the product no longer exists. */
export function OrderCover({
  product,
  width,
  className,
}: {
  product: Order['product'];
  width: number;
  className?: string;
}) {
  const look = classNames('aspect-3/4 h-auto shrink-0 rounded-control object-cover', className);
  if (!product)
    return (
      <span aria-hidden className={classNames('grid place-items-center bg-raised text-muted', look)}>
        <PackageX className="size-8" />
      </span>
    );
  return (
    <Picture
      src={product.coverUrl}
      alt=""
      width={width}
      height={Math.round((width * 4) / 3)}
      sizes={`${width}px`}
      blur={product.coverBlur}
      className={look}
    />
  );
}
