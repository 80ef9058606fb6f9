'use client';

import { DndContext } from '@dnd-kit/core';
import { rectSortingStrategy, SortableContext } from '@dnd-kit/sortable';
import { useTranslations } from 'next-intl';
import { GripVertical } from '@/components/ui/icons/desk';
import { X } from '@/components/ui/icons/shop';
import { Picture } from '@/components/ui/picture-client';
import type { DraftPicture } from '@/lib/publish/types';
import { AddPictures } from './picture-input-client';
import { GroupError, useGroupError } from './use-group-error';
import { useReorder, useReordered } from './use-reorder';

const keyOf = ({ url }: DraftPicture) => url;

const grip = 'grid size-11 place-items-center rounded-control bg-scrim text-on-buy';

function Item({ picture, place, onRemove }: { picture: DraftPicture; place: number; onRemove: () => void }) {
  const t = useTranslations('publish.picture');
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition } = useReordered(picture.url);
  return (
    <li
      ref={setNodeRef}
      style={{ transform: transform ? `translate(${transform.x}px, ${transform.y}px)` : undefined, transition }}
      className="relative"
    >
      <Picture
        src={picture.url}
        alt=""
        width={picture.width}
        height={picture.height}
        sizes="240px"
        blur={picture.blur}
        className="aspect-video w-full rounded-control border border-line object-cover"
      />
      <button
        type="button"
        ref={setActivatorNodeRef}
        {...attributes}
        {...listeners}
        aria-label={t('move', { place })}
        className={`${grip} absolute top-1 left-1 touch-none cursor-grab`}
      >
        <GripVertical aria-hidden className="size-5" />
      </button>
      <button
        type="button"
        aria-label={t('removeNumber', { place })}
        onClick={onRemove}
        className={`${grip} absolute top-1 right-1`}
      >
        <X aria-hidden className="size-5" />
      </button>
    </li>
  );
}

type Props = { value: DraftPicture[]; onChange: (pictures: DraftPicture[]) => void };

/** Pictures of a product, in the order of its page. */
export function GalleryInput({ value, onChange }: Props) {
  const t = useTranslations('publish');
  const { list, latest } = useReorder(value, keyOf, onChange);
  const { group, wrong } = useGroupError('images');

  return (
    <fieldset {...group} className="space-y-3 rounded-card border border-line p-4">
      <legend className="px-1 font-semibold">{t('fields.gallery')}</legend>
      <p className="text-sm text-muted">{t('fields.galleryHint')}</p>
      <GroupError {...wrong} />
      {value.length > 0 && (
        <DndContext id="gallery" {...list}>
          <SortableContext items={value.map(keyOf)} strategy={rectSortingStrategy}>
            <ul className="grid grid-cols-2 gap-3 sm:grid-cols-3">
              {value.map((picture, index) => (
                <Item
                  key={picture.url}
                  picture={picture}
                  place={index + 1}
                  onRemove={() => onChange(value.filter(({ url }) => url !== picture.url))}
                />
              ))}
            </ul>
          </SortableContext>
        </DndContext>
      )}
      <AddPictures
        kind="gallery"
        several
        label={t('picture.upload')}
        onAdd={(picture) => onChange([...latest.current, picture])}
      />
    </fieldset>
  );
}
