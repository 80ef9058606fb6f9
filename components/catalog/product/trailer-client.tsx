'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Play } from '@/components/ui/icons/shop';
import { Picture } from '@/components/ui/picture-client';

/** Trailer, loaded from YouTube only after a press. */
export function Trailer({ videoId, name, posterUrl }: { videoId: string; name: string; posterUrl: string }) {
  const t = useTranslations('gallery');
  const [playing, setPlaying] = useState(false);
  if (playing) {
    return (
      <iframe
        title={t('trailerOf', { name })}
        src={`https://www.youtube-nocookie.com/embed/${videoId}?autoplay=1`}
        allow="autoplay; encrypted-media; picture-in-picture"
        allowFullScreen
        className="aspect-video w-full rounded-card"
      />
    );
  }
  return (
    <button
      type="button"
      onClick={() => setPlaying(true)}
      aria-label={t('playTrailer', { name })}
      className="group relative block w-full overflow-hidden rounded-card"
    >
      <Picture
        src={posterUrl}
        alt=""
        width={1280}
        height={720}
        // On phones this is the picture already loaded for the top of the page.
        sizes="(min-width: 1024px) 760px, (min-width: 640px) 100vw, 60vw"
        className="aspect-video w-full object-cover"
      />
      <span className="absolute inset-0 grid place-items-center bg-scrim">
        <span className="grid size-18 place-items-center rounded-full bg-buy text-on-buy transition group-hover:scale-105">
          <Play aria-hidden className="size-8 fill-current" />
        </span>
      </span>
    </button>
  );
}
