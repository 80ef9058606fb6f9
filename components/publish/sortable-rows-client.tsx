'use client';

import { DndContext } from '@dnd-kit/core';
import { SortableContext, verticalListSortingStrategy } from '@dnd-kit/sortable';
import { useTranslations } from 'next-intl';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Confirm } from '@/components/ui/confirm-client';
import { Copy, GripVertical, Trash2 } from '@/components/ui/icons/desk';
import { useReorder, useReordered } from './use-reorder';

type Named = { key: string; name: string };
const keyOf = ({ key }: Named) => key;
const isFilled = ({ key, ...fields }: Named) =>
  Object.values(fields).some((value: unknown) => (Array.isArray(value) ? value.length > 0 : Boolean(value)));
const tool = 'grid size-11 place-items-center rounded-control hover:bg-raised';

type RowProps = {
  id: string;
  /** True for a copy that was just made: its first field gets the focus. */
  isFresh: boolean;
  moveLabel: string;
  copyLabel: string;
  removeLabel: string;
  onCopy: (() => void) | undefined;
  onRemove: () => void;
  children: ReactNode;
};

function Row({ id, isFresh, moveLabel, copyLabel, removeLabel, onCopy, onRemove, children }: RowProps) {
  const element = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (isFresh) element.current?.querySelector('input')?.focus();
  }, [isFresh]);
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition } = useReordered(id);
  return (
    <li
      ref={(row) => {
        setNodeRef(row);
        element.current = row;
      }}
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
        <div className="flex gap-2">
          {onCopy && (
            <button type="button" aria-label={copyLabel} onClick={onCopy} className={tool}>
              <Copy aria-hidden className="size-5" />
            </button>
          )}
          <button type="button" aria-label={removeLabel} onClick={onRemove} className={tool}>
            <Trash2 aria-hidden className="size-5" />
          </button>
        </div>
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
  copyLabel: (name: string) => string;
  removeLabel: (name: string) => string;
  /** The question before a row with input is removed. */
  removeQuestion: { title: string; text: string };
  /** Copies a row, which is put below it; undefined if there is no room for more. */
  copyOf: ((row: Item) => Item) | undefined;
  /** Changes one row of the latest list, because an upload may finish after other changes. */
  children: (row: Item, change: (part: Partial<Item>) => void) => ReactNode;
};

/** Form rows that can be sorted by drag or keyboard, copied, and removed. */
export function SortableRows<Item extends Named>({
  id,
  value,
  onChange,
  children,
  copyOf,
  removeQuestion,
  ...labels
}: Props<Item>) {
  const t = useTranslations('publish.removeRow');
  const { list, latest } = useReorder(value, keyOf, onChange);
  const [fresh, setFresh] = useState<string>();
  const [asked, setAsked] = useState<string>();

  function insertCopy(copy: Item, at: number) {
    setFresh(copy.key);
    onChange(value.toSpliced(at + 1, 0, copy));
  }

  function remove(removed: string) {
    setAsked(undefined);
    onChange(latest.current.filter(({ key }) => key !== removed));
  }

  return (
    <DndContext id={`${id}-order`} {...list}>
      <SortableContext items={value.map(keyOf)} strategy={verticalListSortingStrategy}>
        <ul className="space-y-3">
          {value.map((row, at) => (
            <Row
              key={row.key}
              id={row.key}
              isFresh={row.key === fresh}
              moveLabel={labels.moveLabel(row.name)}
              copyLabel={labels.copyLabel(row.name)}
              removeLabel={labels.removeLabel(row.name)}
              onCopy={copyOf && (() => insertCopy(copyOf(row), at))}
              onRemove={() => (isFilled(row) ? setAsked : remove)(row.key)}
            >
              {children(row, (part) =>
                onChange(latest.current.map((other) => (other.key === row.key ? { ...other, ...part } : other))),
              )}
            </Row>
          ))}
        </ul>
      </SortableContext>
      {asked !== undefined && (
        <Confirm
          {...removeQuestion}
          confirmLabel={t('confirm')}
          cancelLabel={t('cancel')}
          isDangerous
          pending={false}
          onConfirm={() => remove(asked)}
          onClose={() => setAsked(undefined)}
        />
      )}
    </DndContext>
  );
}
