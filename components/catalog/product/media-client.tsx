'use client';

import { useTranslations } from 'next-intl';
import { type MouseEvent, useRef, useState } from 'react';
import { Play } from '@/components/ui/icons/shop';
import { onDemand } from '@/components/ui/on-demand';
import { Picture } from '@/components/ui/picture-client';
import type { GalleryImage } from '@/lib/catalog/types';

type Props = {
  name: string;
  images: GalleryImage[];
  /** The trailer on YouTube and its picture, or null without one. */
  trailer: { id: string; posterUrl: string } | null;
};

const GalleryLightbox = onDemand(() => import('./gallery-lightbox-client').then((module) => module.GalleryLightbox));

const sizes = '(min-width: 1536px) 960px, (min-width: 1024px) 62vw, 100vw';
const frame = 'aspect-video w-full rounded-card';

/**
 * Trailer and pictures of a product, in a strip that scrolls by touch or arrow keys. Without scripts its items are
 * links to the video and the pictures; with them the video plays here and the pictures open in a lightbox. Nothing is
 * loaded from YouTube before a press.
 */
export function ProductMedia({ name, images, trailer }: Props) {
  const t = useTranslations('gallery');
  const strip = useRef<HTMLUListElement>(null);
  const [shown, setShown] = useState<number | null>(null);
  const [isPlaying, setPlaying] = useState(false);
  const first = trailer ? 1 : 0;
  const alone = first + images.length === 1;
  const instead = (act: () => void) => (event: MouseEvent) => {
    event.preventDefault();
    act();
  };
  const slide = `snap-start shrink-0 ${alone ? 'basis-full' : 'basis-[92%] lg:basis-full'}`;
  const small = 'block h-11 w-19.5 overflow-hidden rounded-md border border-line opacity-80 hover:opacity-100';
  return (
    <section aria-label={t('images', { name })} className="min-w-0">
      <ul
        ref={strip}
        className="relative flex snap-x snap-mandatory gap-2 overflow-x-auto overscroll-x-contain [scrollbar-width:none] motion-safe:scroll-smooth"
      >
        {trailer && (
          <li id="media-0" className={slide}>
            {isPlaying ? (
              <iframe
                title={t('trailerOf', { name })}
                src={`https://www.youtube-nocookie.com/embed/${trailer.id}?autoplay=1`}
                allow="autoplay; encrypted-media; picture-in-picture"
                allowFullScreen
                className={frame}
              />
            ) : (
              <a
                href={`https://www.youtube.com/watch?v=${trailer.id}`}
                rel="noreferrer"
                onClick={instead(() => setPlaying(true))}
                aria-label={t('playTrailer', { name })}
                className="group relative block overflow-hidden rounded-card"
              >
                <Picture
                  src={trailer.posterUrl}
                  alt=""
                  width={1280}
                  height={720}
                  sizes={sizes}
                  priority
                  className={`${frame} object-cover`}
                />
                <span className="absolute inset-0 grid place-items-center">
                  <span className="grid size-16 place-items-center rounded-full bg-buy text-on-buy shadow-card transition group-hover:scale-105">
                    <Play aria-hidden className="size-8 fill-current" />
                  </span>
                </span>
              </a>
            )}
          </li>
        )}
        {images.map(({ url, blur }, index) => (
          <li key={url} id={`media-${index + first}`} className={slide}>
            <a
              href={url}
              onClick={instead(() => setShown(index))}
              aria-label={t('openImage', { number: String(index + 1), name })}
              className="block overflow-hidden rounded-card border border-line"
            >
              <Picture
                src={url}
                alt={t('imageAlt', { number: String(index + 1), name })}
                width={1280}
                height={720}
                sizes={sizes}
                priority={index + first === 0}
                blur={blur}
                className="aspect-video w-full object-cover"
              />
            </a>
          </li>
        ))}
      </ul>
      {!alone && (
        <ol className="relative mt-2 hidden gap-2 overflow-x-auto p-1 sm:flex">
          {[...(trailer ? [trailer.posterUrl] : []), ...images.map(({ url }) => url)].map((url, at) => (
            <li key={url} className="relative shrink-0">
              <a
                href={`#media-${at}`}
                onClick={instead(() =>
                  strip.current?.children[at]?.scrollIntoView({ block: 'nearest', inline: 'start' }),
                )}
                aria-label={at < first ? t('showTrailer') : t('showImage', { number: String(at + 1 - first) })}
                className={small}
              >
                <Picture src={url} alt="" width={128} height={72} sizes="78px" className="size-full object-cover" />
                {at < first && <Play aria-hidden className="absolute inset-0 m-auto size-5 fill-current text-on-buy" />}
              </a>
            </li>
          ))}
        </ol>
      )}
      {shown !== null && <GalleryLightbox images={images} name={name} index={shown} onClose={() => setShown(null)} />}
    </section>
  );
}
