'use client';

import { DndContext } from '@dnd-kit/core';
import { SortableContext, verticalListSortingStrategy } from '@dnd-kit/sortable';
import type { ReactNode } from 'react';
import { GripVertical, Trash2 } from '@/components/ui/icons/desk';
import { useReorder, useReordered } from './use-reorder';

type Named = { key: string; name: string };
const keyOf = ({ key }: Named) => key;
const tool = 'grid size-11 place-items-center rounded-control hover:bg-raised';

type RowProps = { id: string; moveLabel: string; removeLabel: string; onRemove: () => void; children: ReactNode };

function Row({ id, moveLabel, removeLabel, onRemove, children }: RowProps) {
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition } = useReordered(id);
  return (
    <li
      ref={setNodeRef}
      style={{ transform: transform ? `translateY(${transform.y}px)` : undefined, transition }}
      className="space-y-4 rounded-card border border-line bg-surface p-4"
    >
      <div className="flex justify-between gap-2">
        <button
          type="button"
          ref={setActivatorNodeRef}
          {...attributes}
          {...listeners}
          aria-label={moveLabel}
          className={`${tool} touch-none cursor-grab`}
        >
          <GripVertical aria-hidden className="size-5" />
        </button>
        <button type="button" aria-label={removeLabel} onClick={onRemove} className={tool}>
          <Trash2 aria-hidden className="size-5" />
        </button>
      </div>
      {children}
    </li>
  );
}

type Props<Item extends Named> = {
  /** Identifies the list on its page. */
  id: string;
  value: Item[];
  onChange: (rows: Item[]) => void;
  moveLabel: (name: string) => string;
  removeLabel: (name: string) => string;
  /** Changes one row of the latest list, because an upload may finish after other changes. */
  children: (row: Item, change: (part: Partial<Item>) => void) => ReactNode;
};

/** Form rows that can be sorted by drag or keyboard, and removed. */
export function SortableRows<Item extends Named>({ id, value, onChange, children, ...labels }: Props<Item>) {
  const { list, latest } = useReorder(value, keyOf, onChange);
  return (
    <DndContext id={id} {...list}>
      <SortableContext items={value.map(keyOf)} strategy={verticalListSortingStrategy}>
        <ul className="space-y-3">
          {value.map((row) => (
            <Row
              key={row.key}
              id={row.key}
              moveLabel={labels.moveLabel(row.name)}
              removeLabel={labels.removeLabel(row.name)}
              onRemove={() => onChange(value.filter(({ key }) => key !== row.key))}
            >
              {children(row, (part) =>
                onChange(latest.current.map((other) => (other.key === row.key ? { ...other, ...part } : other))),
              )}
            </Row>
          ))}
        </ul>
      </SortableContext>
    </DndContext>
  );
}
