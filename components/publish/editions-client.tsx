'use client';

import { closestCenter, DndContext } from '@dnd-kit/core';
import { SortableContext, useSortable, verticalListSortingStrategy } from '@dnd-kit/sortable';
import { GripVertical, Plus, Trash2 } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { Button } from '@/components/ui/button';
import { Check } from '@/components/ui/check';
import { Field } from '@/components/ui/field';
import { type DraftEdition, limits } from '@/lib/publish/types';
import { FileInput } from './file-input-client';
import { useReorder } from './use-reorder';

const keyOf = ({ key }: DraftEdition) => key;

type RowProps = { edition: DraftEdition; onChange: (part: Partial<DraftEdition>) => void; onRemove: () => void };

function EditionRow({ edition, onChange, onRemove }: RowProps) {
  const t = useTranslations('publish');
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition } = useSortable({
    id: edition.key,
  });
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
          aria-label={t('editions.move', { name: edition.name })}
          className="grid size-11 touch-none cursor-grab place-items-center rounded-control hover:bg-raised"
        >
          <GripVertical aria-hidden className="size-5" />
        </button>
        <button
          type="button"
          aria-label={t('editions.remove', { name: edition.name })}
          onClick={onRemove}
          className="grid size-11 place-items-center rounded-control hover:bg-raised"
        >
          <Trash2 aria-hidden className="size-5" />
        </button>
      </div>
      <div className="grid gap-4 sm:grid-cols-3">
        <Field
          label={t('editions.name')}
          value={edition.name}
          maxLength={40}
          onChange={(event) => onChange({ name: event.target.value })}
        />
        <Field
          label={t('fields.price')}
          inputMode="decimal"
          value={edition.price}
          onChange={(event) => onChange({ price: event.target.value })}
        />
        <Field
          label={t('fields.offer')}
          inputMode="decimal"
          value={edition.offer}
          onChange={(event) => onChange({ offer: event.target.value })}
        />
      </div>
      <Check
        label={t('fields.reservation')}
        checked={edition.reservation}
        onChange={(event) => onChange({ reservation: event.target.checked })}
      />
      <FileInput
        label={t('editions.link')}
        value={edition.downloadLink}
        onChange={(downloadLink) => onChange({ downloadLink })}
      />
    </li>
  );
}

type Props = { value: DraftEdition[]; onChange: (editions: DraftEdition[]) => void };

/** The editions of a product, in their order, each with a price and a file of its own. */
export function Editions({ value, onChange }: Props) {
  const t = useTranslations('publish.editions');
  const { sensors, drop, latest } = useReorder(value, keyOf, onChange);
  const blank = (): DraftEdition => ({
    id: null,
    key: crypto.randomUUID(),
    name: '',
    price: '',
    offer: '',
    reservation: false,
    downloadLink: '',
  });
  return (
    <section aria-label={t('title')} className="space-y-3">
      <h2 className="font-bold">{t('title')}</h2>
      <p className="text-sm text-muted">{t('text')}</p>
      <DndContext id="editions" sensors={sensors} collisionDetection={closestCenter} onDragEnd={drop}>
        <SortableContext items={value.map(keyOf)} strategy={verticalListSortingStrategy}>
          <ul className="space-y-3">
            {value.map((edition) => (
              <EditionRow
                key={edition.key}
                edition={edition}
                onChange={(part) =>
                  onChange(latest.current.map((row) => (row.key === edition.key ? { ...row, ...part } : row)))
                }
                onRemove={() => onChange(value.filter(({ key }) => key !== edition.key))}
              />
            ))}
          </ul>
        </SortableContext>
      </DndContext>
      {value.length < limits.editions && (
        <Button onClick={() => onChange([...value, blank()])}>
          <Plus aria-hidden className="size-4" />
          {t('add')}
        </Button>
      )}
    </section>
  );
}
