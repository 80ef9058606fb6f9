import {
  closestCenter,
  type DragEndEvent,
  type DragOverEvent,
  KeyboardSensor,
  PointerSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core';
import { arrayMove, sortableKeyboardCoordinates, useSortable } from '@dnd-kit/sortable';
import { useTranslations } from 'next-intl';
import { useRef } from 'react';

/**
 * A list that is sorted by drag or keyboard.
 *
 * @param keyOf the key of an item
 * @returns `list` are the properties of its DndContext; `latest` is a ref to its newest items, to which late uploads
 * must be added
 */
export function useReorder<Item>(value: Item[], keyOf: (item: Item) => string, onChange: (items: Item[]) => void) {
  const t = useTranslations('publish.reorder');
  const latest = useRef(value);
  latest.current = value;
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 5 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );
  const indexOf = (id: unknown) => value.findIndex((item) => keyOf(item) === id);
  function onDragEnd({ active, over }: DragEndEvent) {
    if (!over || active.id === over.id) return;
    onChange(arrayMove(value, indexOf(active.id), indexOf(over.id)));
  }
  const accessibility = {
    screenReaderInstructions: { draggable: t('help') },
    announcements: {
      onDragStart: () => t('picked'),
      onDragOver: ({ over }: Pick<DragOverEvent, 'over'>) =>
        over ? t('over', { place: indexOf(over.id) + 1 }) : undefined,
      onDragEnd: () => t('dropped'),
      onDragCancel: () => t('cancelled'),
    },
  };
  return { list: { sensors, collisionDetection: closestCenter, onDragEnd, accessibility }, latest };
}

/** One item of a sortable list, by its key. */
export function useReordered(id: string) {
  const t = useTranslations('publish.reorder');
  return useSortable({ id, attributes: { roleDescription: t('sortable') } });
}
