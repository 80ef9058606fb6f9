'use client';

import type { ComponentProps } from 'react';
import { isBlur } from '@/lib/core/blur';
import { isPicture } from '@/lib/storage/picture-url';

const widths = [64, 128, 280, 390, 640, 828, 1200, 1920];

const optimized = (src: string, width: number) =>
  `/_next/image?url=${encodeURIComponent(isPicture(src) ? src : '/default-cover.webp')}&w=${width}&q=75`;

/**
 * Widths for `srcset`: from the smallest pixel size of the layout to three times a fixed size and the picture's own
 * width.
 */
function widthsFor(sizes: string, width: number): number[] {
  const fixed = [...sizes.matchAll(/(\d+)px(?!\))/g)].map(([, pixels]) => Number(pixels));
  const isFixed = !sizes.includes('vw');
  const smallest = isFixed ? Math.min(...fixed) : 280;
  const largest = isFixed ? Math.max(...fixed) * (sizes.includes('(') ? 2 : 3) : width;
  return widths.filter((candidate, index) => candidate >= smallest && (widths[index - 1] ?? 0) < largest);
}

type Props = Omit<ComponentProps<'img'>, 'src' | 'srcSet' | 'width' | 'height' | 'alt'> & {
  src: string;
  alt: string;
  /** Sets the aspect ratio, which avoids layout shifts. */
  width: number;
  height: number;
  sizes?: string;
  blur?: string | null;
  /** The main picture of the page, loaded first. */
  priority?: boolean;
};

/**
 * A picture in the right size and format, from the shop's own optimiser. Accepts only addresses and placeholders made
 * by the shop. A client component, so that React's payload has one address instead of one per width.
 */
export function Picture({
  src,
  alt,
  width,
  height,
  sizes = `${width}px`,
  blur,
  priority = false,
  style,
  ...rest
}: Props) {
  return (
    // biome-ignore lint/performance/noImgElement: next/image ships 8 kB of JavaScript to do the same
    <img
      {...rest}
      alt={alt}
      src={optimized(src, widths.find((candidate) => candidate >= width) ?? 1920)}
      srcSet={widthsFor(sizes, width)
        .map((candidate) => `${optimized(src, candidate)} ${candidate}w`)
        .join(', ')}
      sizes={sizes}
      width={width}
      height={height}
      loading={priority ? 'eager' : 'lazy'}
      fetchPriority={priority ? 'high' : undefined}
      decoding="async"
      style={blur && isBlur(blur) ? { backgroundImage: `url(${blur})`, backgroundSize: 'cover', ...style } : style}
    />
  );
}
