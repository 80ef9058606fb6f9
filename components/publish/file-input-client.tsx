'use client';

import { useTranslations } from 'next-intl';
import { useEffect, useRef, useState } from 'react';
import useSWR from 'swr';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { FileButton } from '@/components/ui/file-button';
import { FileUp } from '@/components/ui/icons/desk';
import { fetchJson } from '@/lib/core/http/fetch-json';
import { fileTypes, maxFileBytes } from '@/lib/publish/types';
import { type Finished, readUnfinished, startUpload, type UploadState } from './resumable-upload';
import { useUploadKey } from './upload-owner';

type Props = {
  label: string;
  /** The field's path and its error. */
  name: string;
  error: string | undefined;
  value: string;
  onChange: (downloadLink: string) => void;
  /** Called with a file that is chosen, while it is uploaded. */
  onFile?: (file: File) => void;
};

type Sending = { name: string; percent: number; state: UploadState };

/** The file for buyers: uploaded here, or an external address. */
export function FileInput({ label, name, error: wrong, value, onChange, onFile }: Props) {
  const t = useTranslations('publish.file');
  const errors = useTranslations('publish.errors');
  const { known: uploadKey, begin } = useUploadKey(name);
  const upload = useRef<ReturnType<typeof startUpload>>(undefined);
  const [sending, setSending] = useState<Sending>();
  const [unfinished, setUnfinished] = useState<string>();
  const [checked, setChecked] = useState<Finished>();
  const [error, setError] = useState<string>();
  const isUploaded = value.startsWith('descargas/');
  const isNew = checked?.downloadLink === value;
  const query = new URLSearchParams({ link: value });
  const { data: known, error: unknown } = useSWR(
    isUploaded && !isNew ? `/api/product-file?${query}` : null,
    fetchJson<{ name: string | null }>,
    { revalidateOnFocus: false },
  );
  const asStored = known || unknown ? value.split('/').at(-1) : undefined;
  const uploaded = isNew ? checked.name : (known?.name ?? asStored);

  useEffect(() => setUnfinished((uploadKey && readUnfinished(uploadKey)?.name) || undefined), [uploadKey]);

  // An unfinished upload can be resumed later, but leaving asks first.
  const isSending = sending !== undefined;
  useEffect(() => {
    if (!isSending) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, [isSending]);

  async function choose(file: File) {
    setError(undefined);
    setUnfinished(undefined);
    if (file.size === 0) return setError(errors('fileEmpty'));
    if (file.size > maxFileBytes) return setError(errors('fileLarge'));
    onFile?.(file);
    const change = (part: Partial<Sending>) => setSending((before) => before && { ...before, ...part });
    setSending({ name: file.name, percent: 0, state: 'sending' });
    const started = startUpload(file, {
      uploadKey: begin(),
      onProgress: (percent) => change({ percent }),
      onState: (state) => change({ state }),
    });
    upload.current = started;
    const answer = await started.done;
    // Ignore an upload that was replaced by another one.
    if (upload.current !== started) return;
    upload.current = undefined;
    setSending(undefined);
    if (answer && 'value' in answer) {
      setChecked(answer.value);
      onChange(answer.value.downloadLink);
    } else setError(answer?.message ?? errors('upload'));
  }

  function stop() {
    upload.current?.stop();
    upload.current = undefined;
    setSending(undefined);
  }

  const texts: Record<UploadState, (sent: Sending) => string> = {
    sending: (sent) => t('uploading', sent),
    waiting: () => t('retrying'),
    paused: (sent) => t('paused', sent),
    checking: (sent) => t('checking', sent),
  };

  return (
    <div className="space-y-3">
      <div className="text-sm text-muted">
        {isUploaded && uploaded && <p>{t('uploaded', { name: uploaded })}</p>}
        {isNew && <p className="font-mono text-xs break-all">{t('print', { print: checked.print })}</p>}
        {unfinished && <p className="text-warn">{t('again', { name: unfinished })}</p>}
      </div>
      <div className="flex flex-wrap items-center gap-3">
        <FileButton
          accept={fileTypes.map((type) => `.${type}`).join(',')}
          disabled={sending !== undefined}
          onChoose={([file]) => file && void choose(file)}
        >
          <FileUp aria-hidden className="size-5" />
          {t(isUploaded ? 'replace' : 'choose')}
          <span className="sr-only">: {label}</span>
        </FileButton>
        {sending && sending.state !== 'checking' && (
          <>
            {sending.state === 'paused' ? (
              <Button onClick={() => upload.current?.resume()}>{t('resume')}</Button>
            ) : (
              <Button onClick={() => upload.current?.pause()}>{t('pause')}</Button>
            )}
            <Button onClick={stop}>{t('cancel')}</Button>
          </>
        )}
      </div>
      {sending && (
        <div role="status">
          <p className="text-sm">{texts[sending.state](sending)}</p>
          <progress
            max={100}
            value={sending.percent}
            aria-label={t('uploading', sending)}
            className="mt-1 h-2 w-full"
          />
        </div>
      )}
      <p role="alert" className="text-sm font-medium text-bad empty:hidden">
        {error}
      </p>
      <Field
        label={label}
        name={name}
        error={wrong}
        value={isUploaded ? '' : value}
        type="url"
        placeholder={isUploaded ? '' : 'https://'}
        onChange={(event) => onChange(event.target.value)}
      />
    </div>
  );
}
