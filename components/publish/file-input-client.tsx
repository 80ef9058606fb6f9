'use client';

import { FileUp } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { useId, useRef, useState } from 'react';
import { Button } from '@/components/ui/button';
import { buttonStyles } from '@/components/ui/button-styles';
import { Field } from '@/components/ui/field';
import { FileChooser } from '@/components/ui/file-chooser';
import { fileTypes, maxFileBytes } from '@/lib/publish/types';
import { uploadFile } from './upload';

type Props = { label: string; value: string; onChange: (downloadLink: string) => void };

/** The file that buyers get: uploaded here, or an address elsewhere. */
export function FileInput({ label, value, onChange }: Props) {
  const t = useTranslations('publish.file');
  const errors = useTranslations('publish.errors');
  const id = useId();
  const stop = useRef<AbortController>(undefined);
  const [sending, setSending] = useState<{ name: string; percent: number; isWaiting: boolean }>();
  const [error, setError] = useState<string>();
  const uploaded = value.startsWith('descargas/') ? value.split('/').at(-1) : undefined;

  async function choose(file: File) {
    setError(undefined);
    if (file.size === 0) return setError(errors('fileEmpty'));
    if (file.size > maxFileBytes) return setError(errors('fileLarge'));
    const controller = new AbortController();
    stop.current = controller;
    setSending({ name: file.name, percent: 0, isWaiting: false });
    const answer = await uploadFile(file, {
      signal: controller.signal,
      onProgress: (percent) => setSending({ name: file.name, percent, isWaiting: false }),
      onRetry: () => setSending({ name: file.name, percent: 0, isWaiting: true }),
    });
    setSending(undefined);
    if (answer && 'value' in answer) onChange(answer.value);
    else if (!controller.signal.aborted) setError(answer?.message ?? errors('offline'));
  }

  return (
    <div className="space-y-3">
      <p className="text-sm text-muted">{uploaded ? t('uploaded', { name: uploaded }) : null}</p>
      <div className="flex flex-wrap items-center gap-3">
        <label
          htmlFor={id}
          className={buttonStyles({ className: 'cursor-pointer has-disabled:opacity-60 has-focus-visible:outline-3' })}
        >
          <FileUp aria-hidden className="size-5" />
          {t(uploaded ? 'replace' : 'choose')}
          <span className="sr-only">: {label}</span>
          <FileChooser
            id={id}
            accept={fileTypes.map((type) => `.${type}`).join(',')}
            disabled={sending !== undefined}
            onChoose={([file]) => file && void choose(file)}
          />
        </label>
        {sending && <Button onClick={() => stop.current?.abort()}>{t('cancel')}</Button>}
      </div>
      {sending && (
        <div role="status">
          <p className="text-sm">
            {sending.isWaiting ? t('retrying') : t('uploading', { name: sending.name, percent: sending.percent })}
          </p>
          <progress
            max={100}
            value={sending.percent}
            aria-label={t('uploading', { name: sending.name, percent: sending.percent })}
            className="mt-1 h-2 w-full accent-(--buy)"
          />
        </div>
      )}
      <p role="alert" className="text-sm font-medium text-bad empty:hidden">
        {error}
      </p>
      <Field
        label={label}
        value={uploaded ? '' : value}
        type="url"
        placeholder={uploaded ? '' : 'https://'}
        onChange={(event) => onChange(event.target.value)}
      />
    </div>
  );
}
