import { type DragEndEvent, KeyboardSensor, PointerSensor, useSensor, useSensors } from '@dnd-kit/core';
import { arrayMove, sortableKeyboardCoordinates } from '@dnd-kit/sortable';
import { useRef } from 'react';

/**
 * A list that is put in order by drag or by keyboard.
 *
 * @param keyOf the key of an item
 * @returns the sensors and the drop handler of the list, and a ref to its newest items, to which late uploads must be
 *   added
 */
export function useReorder<Item>(value: Item[], keyOf: (item: Item) => string, onChange: (items: Item[]) => void) {
  const latest = useRef(value);
  latest.current = value;
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 5 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );
  function drop({ active, over }: DragEndEvent) {
    if (!over || active.id === over.id) return;
    const place = (id: unknown) => value.findIndex((item) => keyOf(item) === id);
    onChange(arrayMove(value, place(active.id), place(over.id)));
  }
  return { sensors, drop, latest };
}
