'use client';

import { useTranslations } from 'next-intl';
import { useId, useState } from 'react';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { FileButton } from '@/components/ui/file-button';
import { ImagePlus, Trash2 } from '@/components/ui/icons/desk';
import { Picture } from '@/components/ui/picture-client';
import type { DraftPicture, ProductImageKind } from '@/lib/publish/types';
import { acceptedImages } from '@/lib/storage/accepted-pictures';
import { usePictures } from './use-pictures';

/** Adds pictures from this device or from an address. */
export function AddPictures({
  kind,
  label,
  several = false,
  onAdd,
}: {
  kind: ProductImageKind;
  label: string;
  several?: boolean;
  onAdd: (picture: DraftPicture) => void;
}) {
  const t = useTranslations('publish.picture');
  const [address, setAddress] = useState('');
  const { progress, error, upload, fetchFrom } = usePictures(kind, onAdd);

  const takeAddress = async () => {
    if (await fetchFrom(address)) setAddress('');
  };

  return (
    <div className="space-y-3">
      <FileButton
        accept={acceptedImages}
        multiple={several}
        disabled={progress !== null}
        onChoose={(files) => void upload(files)}
      >
        <ImagePlus aria-hidden className="size-5" />
        {progress === null ? label : progress === 'fetching' ? t('fetching') : t('uploading', { percent: progress })}
      </FileButton>
      <div className="flex items-end gap-2">
        <Field
          label={t('byUrl')}
          type="url"
          value={address}
          placeholder="https://"
          onChange={(event) => setAddress(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || !address) return;
            event.preventDefault();
            void takeAddress();
          }}
          className="min-w-0 flex-1"
        />
        <Button disabled={!address || progress !== null} onClick={takeAddress}>
          {t('fetch')}
        </Button>
      </div>
      <p role="alert" className="text-sm font-medium text-bad empty:hidden">
        {error}
      </p>
    </div>
  );
}

type Props = {
  kind: 'cover' | 'banner';
  label: string;
  hint: string;
  /** The field's path and its error. */
  name: string;
  error: string | undefined;
  value: DraftPicture | null;
  onChange: (picture: DraftPicture | null) => void;
};

/** A single picture with its final crop, which can be replaced or removed. */
export function PictureInput({ kind, label, hint, name, error, value, onChange }: Props) {
  const t = useTranslations('publish.picture');
  const id = useId();
  const shape = kind === 'cover' ? 'aspect-3/4 w-36' : 'aspect-video w-full max-w-md';
  return (
    <fieldset
      name={name}
      tabIndex={-1}
      aria-describedby={error && id}
      className={`space-y-3 rounded-card border p-4 ${error ? 'border-bad' : 'border-line'}`}
    >
      <legend className="px-1 font-semibold">{label}</legend>
      <p className="text-sm text-muted">{hint}</p>
      {error && (
        <p id={id} className="text-sm font-medium text-bad">
          {error}
        </p>
      )}
      {value && (
        <div className="flex flex-wrap items-end gap-3">
          <Picture
            src={value.url}
            alt={label}
            width={value.width}
            height={value.height}
            sizes={kind === 'cover' ? '144px' : '448px'}
            blur={value.blur}
            className={`${shape} rounded-control border border-line object-cover`}
          />
          <Button onClick={() => onChange(null)}>
            <Trash2 aria-hidden className="size-4" />
            {t('remove')}
          </Button>
        </div>
      )}
      <AddPictures kind={kind} label={t(value ? 'replace' : 'upload')} onAdd={onChange} />
    </fieldset>
  );
}
