'use client';

import { useTranslations } from 'next-intl';
import Lightbox from 'yet-another-react-lightbox';
import 'yet-another-react-lightbox/styles.css';
import type { GalleryImage } from '@/lib/catalog/types';

export function GalleryLightbox({
  images,
  index,
  onClose,
}: {
  images: Array<Omit<GalleryImage, 'blur'>>;
  index: number;
  onClose: () => void;
}) {
  const t = useTranslations('gallery');
  return (
    <Lightbox
      open
      index={index}
      close={onClose}
      slides={images.map(({ url, width, height }) => ({ src: url, width, height }))}
      labels={{ Previous: t('previous'), Next: t('next'), Close: t('close') }}
    />
  );
}
