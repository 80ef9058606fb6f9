'use client';

import { useTranslations } from 'next-intl';
import { type DragEvent, useState } from 'react';
import { Button } from '@/components/ui/button';
import { classNames } from '@/components/ui/class-names';
import { FileButton } from '@/components/ui/file-button';
import { FileUp } from '@/components/ui/icons/desk';
import { Select } from '@/components/ui/select';
import { editionNameOf, productTarget } from '@/lib/publish/file-targets';
import { type DraftEdition, draftLimits, fileTypes } from '@/lib/publish/types';
import { useUploadKeys } from './upload-owner';
import { type ChosenFile, useManyFiles } from './use-many-files';

type Props = {
  /** The product's name, which is omitted from names of editions made from files. */
  product: string;
  editions: DraftEdition[];
  /** Adds an edition of this name, and returns its key. */
  onAdd: (name: string) => string;
  /** Called with each uploaded file; `edition` is the key of an edition, or null for the product. */
  onDone: (edition: string | null, downloadLink: string, file: File) => void;
};

const holdsFiles = (event: DragEvent) => event.dataTransfer.types.includes('Files');

/** The choice that creates an edition from a file. */
const newEdition = 'new';

/** Accepts several files at once, by drag and drop or a dialog, proposes their targets, and uploads them. */
export function ManyFiles({ product, editions, onAdd, onDone }: Props) {
  const t = useTranslations('publish.manyFiles');
  const errors = useTranslations('publish.errors');
  const keyFor = useUploadKeys();
  const [isOver, setOver] = useState(false);
  const { files, isSending, wanted, crowded, ...many } = useManyFiles({
    editions: editions.map(({ key, name, nameEn }) => ({ key, names: [name, nameEn] })),
    uploadKeyOf: (target) => {
      if (target === productTarget) return keyFor('downloadLink');
      const at = editions.findIndex(({ key }) => key === target);
      return at < 0 ? null : keyFor(`editions.${at}.downloadLink`);
    },
    onDone: (target, downloadLink, file) => onDone(target === productTarget ? null : target, downloadLink, file),
  });
  const options = [
    { value: '', label: t('nowhere') },
    { value: productTarget, label: t('product') },
    ...editions.map(({ key, name }, at) => ({ value: key, label: name || t('unnamed', { place: at + 1 }) })),
  ];
  const newNameOf = ({ file }: ChosenFile) =>
    editionNameOf(
      file.name,
      product,
      editions.map(({ name }) => name),
    );
  const optionsOf = (one: ChosenFile) => {
    const name = editions.length < draftLimits.editions ? newNameOf(one) : '';
    return name ? [...options, { value: newEdition, label: t('newEdition', { name }) }] : options;
  };
  const choose = (one: ChosenFile, target: string) =>
    many.choose(one.key, target === newEdition ? onAdd(newNameOf(one)) : target);
  const isUnpriced = (target: string) => editions.some(({ key, price }) => key === target && !price.trim());
  const nameOf = (target: string) => options.find(({ value }) => value === target)?.label ?? '';

  function drop(event: DragEvent) {
    setOver(false);
    if (!holdsFiles(event)) return;
    event.preventDefault();
    many.add([...event.dataTransfer.files]);
  }

  function problemOf(one: ChosenFile) {
    if (one.problem) return 'code' in one.problem ? errors(one.problem.code) : one.problem.message;
    return many.isOpen(one) && crowded.includes(one.target) ? t('crowded', { target: nameOf(one.target) }) : undefined;
  }

  return (
    <section aria-label={t('title')} className="space-y-3">
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the button inside does the same by keyboard */}
      <div
        onDragOver={(event) => {
          if (!holdsFiles(event)) return;
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
        className={classNames(
          'space-y-3 rounded-card border-2 border-dashed p-4 text-sm text-muted',
          isOver ? 'border-link bg-raised' : 'border-line',
        )}
      >
        <p>{t('text')}</p>
        <FileButton
          multiple
          accept={fileTypes.map((type) => `.${type}`).join(',')}
          disabled={isSending}
          onChoose={many.add}
        >
          <FileUp aria-hidden className="size-5" />
          {t('choose')}
        </FileButton>
      </div>
      {files.length > 0 && (
        <ul className="space-y-3">
          {files.map((one) => (
            <li key={one.key} className="space-y-2 rounded-card border border-line p-4">
              <div className="flex items-start justify-between gap-3">
                <p className="min-w-0 font-semibold wrap-anywhere">{one.file.name}</p>
                {many.isUnderWay(one) ? (
                  <Button onClick={many.stop}>
                    {t('stop')}
                    <span className="sr-only">{`: ${one.file.name}`}</span>
                  </Button>
                ) : (
                  <Button onClick={() => many.remove(one.key)}>
                    {t('remove')}
                    <span className="sr-only">{`: ${one.file.name}`}</span>
                  </Button>
                )}
              </div>
              {many.isOpen(one) && (
                <Select
                  label={t('target')}
                  aria-label={t('targetOf', { name: one.file.name })}
                  value={one.target}
                  disabled={isSending}
                  onChange={(event) => choose(one, event.target.value)}
                  options={optionsOf(one)}
                />
              )}
              {isUnpriced(one.target) && <p className="text-sm text-muted">{t('priceMissing')}</p>}
              {many.isUnderWay(one) && (
                <div>
                  <p className="text-sm">{t(`states.${one.state as 'sending'}`, { percent: one.percent })}</p>
                  <progress
                    max={100}
                    value={one.percent}
                    aria-label={t('progress', { name: one.file.name })}
                    className="mt-1 h-2 w-full"
                  />
                </div>
              )}
              {one.state === 'done' && <p className="text-sm text-good">{t('done', { target: nameOf(one.target) })}</p>}
              <p role="alert" className="text-sm font-medium text-bad empty:hidden">
                {problemOf(one)}
              </p>
            </li>
          ))}
        </ul>
      )}
      <p role="status" className="text-sm text-muted empty:hidden">
        {files.length > 0 &&
          t('count', { done: files.filter(({ state }) => state === 'done').length, count: files.length })}
      </p>
      {(wanted.length > 0 || isSending) && (
        <Button pending={isSending} disabled={crowded.length > 0} onClick={() => void many.send()}>
          {t('send', { count: wanted.length })}
        </Button>
      )}
    </section>
  );
}
