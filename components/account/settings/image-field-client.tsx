'use client';

import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { patchMe } from '@/components/account/me/optimistic-changes';
import { classNames } from '@/components/ui/class-names';
import { FileChooser } from '@/components/ui/file-chooser';
import { Pencil } from '@/components/ui/icons/shop';
import { toast } from '@/components/ui/toast';
import type { ProfileImageKind } from '@/lib/account/settings';
import { acceptedImages, maxImageBytes } from '@/lib/storage/accepted-pictures';
import { uploadImage } from './upload-image';

const accepted = acceptedImages.split(',');
const shapes = {
  avatar: 'size-28 rounded-full',
  banner: 'aspect-[16/5] w-full rounded-card',
} as const;

/** Profile picture field. A chosen file is shown at once, with the upload's progress over it. */
export function ImageField({ kind, url }: { kind: ProfileImageKind; url: string }) {
  const t = useTranslations('settings');
  const router = useRouter();
  const [shown, setShown] = useState(url);
  const [percent, setPercent] = useState<number | null>(null);
  const [error, setError] = useState<string>();

  async function choose(file: File) {
    setError(undefined);
    if (file.size === 0 || file.size > maxImageBytes || !accepted.includes(file.type)) {
      return setError(t('errors.imageInvalid'));
    }
    const preview = URL.createObjectURL(file);
    setShown(preview);
    setPercent(0);
    const answer = await uploadImage(kind, file, setPercent);
    setPercent(null);
    if (answer && 'url' in answer) {
      setShown(answer.url);
      if (kind === 'avatar') patchMe({ avatarUrl: answer.url });
      router.refresh();
      void toast('success', t('saved'));
    } else {
      setShown(url);
      setError(answer?.message ?? t('errors.imageUpload', { message: t('errors.offline') }));
    }
    URL.revokeObjectURL(preview);
  }

  return (
    <div>
      {/* biome-ignore lint/a11y/noLabelWithoutControl: its control is the file chooser inside it */}
      <label className="group block w-fit max-w-full cursor-pointer has-focus-visible:outline-3">
        <span className="relative block">
          {/* biome-ignore lint/performance/noImgElement: the preview of a file that is on this device only */}
          <img src={shown} alt="" className={classNames('bg-raised object-cover', shapes[kind])} />
          {percent === null ? (
            <span
              aria-hidden
              className={classNames(
                'absolute grid size-10 place-items-center rounded-full border border-line bg-surface text-ink shadow-card transition group-hover:bg-buy group-hover:text-on-buy',
                kind === 'avatar' ? 'right-0 bottom-0' : 'right-3 bottom-3',
              )}
            >
              <Pencil className="size-4" />
            </span>
          ) : (
            <span
              aria-hidden
              className={classNames(
                'absolute inset-0 grid place-items-center bg-scrim font-bold text-on-buy',
                kind === 'avatar' ? 'rounded-full' : 'rounded-card',
              )}
            >
              {t('uploaded', { percent })}
            </span>
          )}
        </span>
        <FileChooser
          accept={acceptedImages}
          disabled={percent !== null}
          onChoose={([file]) => file && void choose(file)}
        />
        <span className="mt-2 block text-sm font-semibold text-link group-hover:underline">{t(kind)}</span>
      </label>
      {percent !== null && (
        <progress max={100} value={percent} aria-label={t('uploading')} className="mt-2 block h-1.5 w-28" />
      )}
      <p className="mt-2 text-sm text-muted">{t(`${kind}Hint`)}</p>
      <p role="alert" className="text-sm font-medium text-bad">
        {error}
      </p>
    </div>
  );
}
