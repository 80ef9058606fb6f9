'use client';

import { useSortable } from '@dnd-kit/sortable';
import { useTranslations } from 'next-intl';
import { classNames } from '@/components/ui/class-names';
import { GripVertical } from '@/components/ui/icons/desk';
import { Play } from '@/components/ui/icons/shop';
import { Picture } from '@/components/ui/picture-client';
import type { LibraryItem } from '@/lib/orders/library/types';

type Props = { item: LibraryItem; sortable: boolean; onPlay: () => void };

/** A cover of the library, dragged by mouse or a long press, or by keyboard with its grip. */
export function LibraryCard({ item, sortable, onPlay }: Props) {
  const t = useTranslations('library');
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } = useSortable({
    id: item.id,
    disabled: !sortable,
    attributes: { roleDescription: t('sortable') },
  });
  const label = item.edition ? `${item.name} · ${item.edition}` : item.name;
  return (
    <li
      ref={setNodeRef}
      {...listeners}
      style={{
        transform: transform ? `translate(${transform.x}px, ${transform.y}px)` : undefined,
        transition,
      }}
      className={classNames('group relative touch-manipulation', isDragging && 'z-10 opacity-80')}
    >
      <div className="relative aspect-3/4 overflow-hidden rounded-card border border-line bg-raised">
        <Picture
          src={item.coverUrl}
          alt=""
          width={720}
          height={960}
          sizes="(min-width: 1280px) 220px, (min-width: 640px) 25vw, 45vw"
          blur={item.coverBlur}
          draggable={false}
          className="absolute inset-0 size-full object-cover select-none"
        />
        <button
          type="button"
          aria-haspopup="dialog"
          aria-label={t('play', { name: label })}
          onClick={onPlay}
          className="absolute top-2 right-2 grid size-12 place-items-center rounded-full bg-buy text-on-buy shadow-glow hover:bg-buy-strong"
        >
          <Play aria-hidden className="size-5 fill-current" />
        </button>
        {sortable && (
          <button
            type="button"
            ref={setActivatorNodeRef}
            {...attributes}
            aria-label={t('move', { name: label })}
            className="absolute top-2 left-2 grid size-11 cursor-grab place-items-center rounded-control bg-scrim text-on-buy"
          >
            <GripVertical aria-hidden className="size-5" />
          </button>
        )}
      </div>
      <p className="mt-2 truncate text-sm font-semibold">{label}</p>
      {item.versions[0] && <p className="text-xs text-muted">{t('version', { version: item.versions[0].version })}</p>}
    </li>
  );
}
