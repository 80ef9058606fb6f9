'use client';

import { useLocale, useTranslations } from 'next-intl';
import { OwnedMark } from '@/components/account/owned-mark-client';
import { Picture } from '@/components/ui/picture-client';
import type { Suggestion } from '@/lib/catalog/search';
import { formatCents } from '@/lib/core/money';
import { displayPrice } from '@/lib/pricing';

type Props = { id: string; items: Suggestion[]; active: number; onChoose: (href: string) => void };

/** Options below the search box, which handles the keys. */
export function SuggestionList({ id, items, active, onChoose }: Props) {
  const t = useTranslations('product');
  const locale = useLocale();
  return items.map((item, index) => (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are handled by the combobox that owns the list
    <div
      key={item.slug}
      id={`${id}-${index}`}
      role="option"
      data-favorites={item.id}
      tabIndex={-1}
      aria-selected={index === active}
      onPointerDown={(event) => event.preventDefault()}
      onClick={() => onChoose(`/p/${item.slug}`)}
      className="flex min-h-14 cursor-pointer items-center gap-3 rounded-control px-2 hover:bg-raised aria-selected:bg-raised"
    >
      <Picture
        src={item.coverUrl}
        alt=""
        width={36}
        height={48}
        sizes="64px"
        className="h-12 w-9 rounded object-cover"
      />
      <span className="flex min-w-0 flex-1 flex-col items-start gap-0.5">
        <span className="max-w-full truncate font-medium">{item.name}</span>
        <OwnedMark productId={item.id} />
      </span>
      <span className="text-sm text-muted">
        {item.clubOnly ? t('clubOnly') : displayPrice(item) === 0 ? t('free') : formatCents(displayPrice(item), locale)}
      </span>
    </div>
  ));
}
