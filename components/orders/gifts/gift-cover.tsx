import { classNames } from '@/components/ui/class-names';
import { Gift as GiftIcon } from '@/components/ui/icons/shop';
import { Picture } from '@/components/ui/picture-client';
import type { Gift } from '@/lib/orders/gifts/types';

/** Cover of the given product, or an icon if there is none. */
export function GiftCover({
  gift,
  width,
  className,
}: {
  gift: Pick<Gift, 'coverUrl' | 'coverBlur'>;
  width: number;
  className?: string;
}) {
  const look = classNames('aspect-3/4 h-auto shrink-0 rounded-control object-cover', className);
  if (!gift.coverUrl)
    return (
      <span aria-hidden className={classNames('grid place-items-center bg-raised text-muted', look)}>
        <GiftIcon className="size-8" />
      </span>
    );
  return (
    <Picture
      src={gift.coverUrl}
      alt=""
      width={width}
      height={Math.round((width * 4) / 3)}
      sizes={`${width}px`}
      blur={gift.coverBlur}
      className={look}
    />
  );
}
