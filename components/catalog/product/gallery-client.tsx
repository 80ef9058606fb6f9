'use client';

import { useTranslations } from 'next-intl';
import { type MouseEvent, useState } from 'react';
import { onDemand } from '@/components/ui/on-demand';
import { Picture } from '@/components/ui/picture-client';
import type { GalleryImage } from '@/lib/catalog/types';

type Props = { images: Array<Omit<GalleryImage, 'blur'>>; name: string };

const GalleryLightbox = onDemand(() => import('./gallery-lightbox-client').then((module) => module.GalleryLightbox));

/** Thumbnails that open a lightbox; without JavaScript they are links to the pictures. */
export function Gallery({ images, name }: Props) {
  const t = useTranslations('gallery');
  const [shown, setShown] = useState<number | null>(null);
  const open = (index: number) => (event: MouseEvent) => {
    event.preventDefault();
    setShown(index);
  };
  return (
    <>
      <ul className="grid grid-cols-2 gap-3">
        {images.map((image, index) => (
          <li key={image.url}>
            <a
              href={image.url}
              onClick={open(index)}
              aria-label={t('openImage', { number: String(index + 1), name })}
              className="block overflow-hidden rounded-card border border-line"
            >
              <Picture
                src={image.url}
                alt={t('imageAlt', { number: String(index + 1), name })}
                width={640}
                height={360}
                sizes="(min-width: 1024px) 360px, 50vw"
                className="aspect-video w-full object-cover transition hover:scale-[1.03]"
              />
            </a>
          </li>
        ))}
      </ul>
      {shown !== null && <GalleryLightbox images={images} name={name} index={shown} onClose={() => setShown(null)} />}
    </>
  );
}
