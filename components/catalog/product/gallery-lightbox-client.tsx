'use client';

import { useTranslations } from 'next-intl';
import Lightbox from 'yet-another-react-lightbox';
import 'yet-another-react-lightbox/styles.css';
import type { GalleryImage } from '@/lib/catalog/types';

export function GalleryLightbox({
  images,
  name,
  index,
  onClose,
}: {
  images: GalleryImage[];
  /** Name of the product in the pictures. */
  name: string;
  index: number;
  onClose: () => void;
}) {
  const t = useTranslations('gallery');
  return (
    <Lightbox
      open
      index={index}
      close={onClose}
      slides={images.map(({ url, width, height }, at) => ({
        src: url,
        width,
        height,
        alt: t('imageAlt', { number: String(at + 1), name }),
      }))}
      labels={{
        Previous: t('previous'),
        Next: t('next'),
        Close: t('close'),
        Lightbox: t('images', { name }),
        'Photo gallery': t('images', { name }),
        Carousel: t('carousel'),
        Slide: t('slide'),
        '{index} of {total}': t('placeOf', { index: '{index}', total: '{total}' }),
      }}
    />
  );
}
