'use client';

import { useTranslations } from 'next-intl';
import { useKnown } from '@/components/account/use-me';
import { Badge } from '@/components/ui/badge';
import { Check } from '@/components/ui/icons/shop';

/**
 * Says that a product is in the library of whoever looks; `compact` by an icon. Its id has to be in a `data-favorites` of the page, as every
 * heart has it.
 */
export function OwnedMark({ productId, compact = false }: { productId: string; compact?: boolean }) {
  const t = useTranslations('product');
  const owned = useKnown(({ library }) => library[productId]);
  if (!owned) return null;
  return (
    <Badge tone="good">
      <Check aria-hidden className="size-3.5" />
      <span className={compact ? 'sr-only' : undefined}>{t('inLibrary')}</span>
    </Badge>
  );
}
