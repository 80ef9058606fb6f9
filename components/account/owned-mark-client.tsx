'use client';

import { useTranslations } from 'next-intl';
import { useKnown } from '@/components/account/use-me';
import { Badge } from '@/components/ui/badge';
import { Check } from '@/components/ui/icons/shop';

/**
 * Shows that the visitor has a product in the library; `compact` as an icon. Its id must be in a `data-favorites` of
 * the page, as every favourite button has it.
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
