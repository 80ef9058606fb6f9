'use client';

import {
  closestCenter,
  DndContext,
  type DragEndEvent,
  KeyboardSensor,
  type Modifier,
  MouseSensor,
  TouchSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core';
import { arrayMove, rectSortingStrategy, SortableContext, sortableKeyboardCoordinates } from '@dnd-kit/sortable';
import { useTranslations } from 'next-intl';
import { useEffect, useId, useMemo, useState } from 'react';
import { readStoredJson, storeJson } from '@/components/ui/browser-storage';
import { Button } from '@/components/ui/button';
import { Search } from '@/components/ui/icons/shop';
import { Notice } from '@/components/ui/notice';
import { TypedEarly } from '@/components/ui/typed-early-client';
import { categories } from '@/lib/catalog/categories';
import { inStoredOrder, matches, orderKey } from '@/lib/orders/library';
import type { LibraryItem, LibraryPage } from '@/lib/orders/library/types';
import { Launcher } from './launcher-client';
import { LibraryCard } from './library-card-client';
import { useWholeLibrary } from './use-whole-library';

const activationPx = 5;
const mostSidewaysPx = 400;

/** Limits dragging to 400 px on either side. */
const withinReach: Modifier = ({ transform }) => ({
  ...transform,
  x: Math.max(-mostSidewaysPx, Math.min(mostSidewaysPx, transform.x)),
});

const pill =
  'min-h-11 rounded-control px-4 text-sm font-semibold text-muted hover:bg-raised aria-pressed:bg-raised aria-pressed:text-ink';

/** Covers of a library, sortable by its owner; the order is stored in this browser. */
export function LibraryGrid({ first, userId }: { first: LibraryPage; userId: string }) {
  const t = useTranslations('library');
  const { items, state, retry } = useWholeLibrary(first);
  const [ordered, setOrdered] = useState(items);
  const [typed, setTyped] = useState('');
  const searchId = useId();
  const [category, setCategory] = useState<LibraryItem['category'] | null>(null);
  const [playing, setPlaying] = useState<LibraryItem>();
  useEffect(() => setOrdered(inStoredOrder(items, readStoredJson(orderKey(userId)))), [items, userId]);

  const shown = useMemo(
    () => ordered.filter((item) => (!category || item.category === category) && matches(item.name, typed)),
    [ordered, category, typed],
  );
  const present = categories.filter((name) => items.some((item) => item.category === name));
  const isWhole = state === 'whole' && shown.length === ordered.length;

  const sensors = useSensors(
    useSensor(MouseSensor, { activationConstraint: { distance: activationPx } }),
    // A touch that moves at once scrolls; a long press picks a cover up.
    useSensor(TouchSensor, { activationConstraint: { delay: 250, tolerance: activationPx } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );

  function drop({ active, over }: DragEndEvent) {
    if (!over || active.id === over.id) return;
    const position = (id: unknown) => ordered.findIndex((item) => item.id === id);
    const next = arrayMove(ordered, position(active.id), position(over.id));
    setOrdered(next);
    storeJson(
      orderKey(userId),
      next.map(({ id }) => id),
    );
  }

  return (
    <>
      <div className="mb-6 flex flex-wrap items-center gap-3">
        <div className="relative min-w-0 flex-1 basis-64">
          <Search
            aria-hidden
            className="pointer-events-none absolute top-1/2 left-3 size-5 -translate-y-1/2 text-muted"
          />
          <TypedEarly control={searchId} sent={typed} />
          <input
            id={searchId}
            type="search"
            aria-label={t('search')}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
            placeholder={t('search')}
            className="h-12 w-full rounded-control border border-edge bg-canvas pr-3 pl-10 placeholder:text-muted"
          />
        </div>
        {present.length > 1 && (
          <fieldset className="flex flex-wrap gap-2">
            <legend className="sr-only">{t('filter')}</legend>
            <button type="button" aria-pressed={category === null} onClick={() => setCategory(null)} className={pill}>
              {t('all')}
            </button>
            {present.map((name) => (
              <button
                key={name}
                type="button"
                aria-pressed={category === name}
                onClick={() => setCategory(name)}
                className={pill}
              >
                {t(`categories.${name}`)}
              </button>
            ))}
          </fieldset>
        )}
      </div>
      {state !== 'loading' && (
        <p role="status" className={shown.length === 0 ? 'py-10 text-center text-muted' : 'sr-only'}>
          {shown.length === 0 ? t('none') : t('count', { count: shown.length })}
        </p>
      )}
      <DndContext
        id="library"
        sensors={sensors}
        collisionDetection={closestCenter}
        modifiers={[withinReach]}
        onDragEnd={drop}
        accessibility={{
          screenReaderInstructions: { draggable: t('dragHelp') },
          announcements: {
            onDragStart: () => t('picked'),
            onDragOver: ({ over }) =>
              over ? t('over', { place: ordered.findIndex(({ id }) => id === over.id) + 1 }) : undefined,
            onDragEnd: () => t('dropped'),
            onDragCancel: () => t('cancelled'),
          },
        }}
      >
        <SortableContext items={shown} strategy={rectSortingStrategy} disabled={!isWhole}>
          <ul className="grid grid-cols-2 gap-4 sm:grid-cols-3 md:grid-cols-4 xl:grid-cols-5">
            {shown.map((item) => (
              <LibraryCard key={item.id} item={item} sortable={isWhole} onPlay={() => setPlaying(item)} />
            ))}
          </ul>
        </SortableContext>
      </DndContext>
      {state === 'loading' && (
        <p role="status" className="py-6 text-center text-muted">
          {t('loading')}
        </p>
      )}
      {state === 'failed' && (
        <div className="mt-6 flex flex-wrap items-center justify-center gap-3">
          <Notice tone="bad">{t('loadFailed')}</Notice>
          <Button onClick={retry}>{t('retry')}</Button>
        </div>
      )}
      {playing && <Launcher item={playing} onClose={() => setPlaying(undefined)} />}
    </>
  );
}
