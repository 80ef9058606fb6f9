import { useTranslations } from 'next-intl';
import { useState } from 'react';
import type { DraftPicture, ProductImageKind } from '@/lib/publish/types';
import { maxImageBytes } from '@/lib/storage/accepted-pictures';
import { importPicture, type Uploaded, uploadPicture } from './upload';

/** Uploads pictures one by one, with progress and errors. */
export function usePictures(kind: ProductImageKind, onAdd: (picture: DraftPicture) => void) {
  const errors = useTranslations('publish.errors');
  const [progress, setProgress] = useState<number | 'fetching' | null>(null);
  const [error, setError] = useState<string>();

  function take(answer: Uploaded<DraftPicture>): boolean {
    if (answer && 'value' in answer) {
      onAdd(answer.value);
      return true;
    }
    setError(answer?.message ?? errors('offline'));
    return false;
  }

  return {
    progress,
    error,
    async upload(files: File[]) {
      setError(undefined);
      for (const file of files) {
        if (file.size === 0 || file.size > maxImageBytes || !file.type.startsWith('image/')) {
          setError(errors('picture'));
          continue;
        }
        setProgress(0);
        take(await uploadPicture(kind, file, setProgress));
      }
      setProgress(null);
    },
    async fetchFrom(url: string): Promise<boolean> {
      setError(undefined);
      setProgress('fetching');
      const isTaken = take(await importPicture(kind, url));
      setProgress(null);
      return isTaken;
    },
  };
}
