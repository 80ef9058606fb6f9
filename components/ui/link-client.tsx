'use client';

import { useRouter } from 'next/navigation';
import type { ComponentProps, MouseEvent } from 'react';

type Props = Omit<ComponentProps<'a'>, 'href'> & {
  /** A path of the shop. */
  href: string;
  /** Prefetches the page on pointer, touch or focus. */
  prefetch?: boolean;
  /** Replaces the history entry. */
  replace?: boolean;
  /** Scrolls to the top. */
  scroll?: boolean;
};

const opensElsewhere = ({
  currentTarget: link,
  button,
  metaKey,
  ctrlKey,
  shiftKey,
  altKey,
}: MouseEvent<HTMLAnchorElement>) =>
  button !== 0 ||
  metaKey ||
  ctrlKey ||
  shiftKey ||
  altKey ||
  (link.target !== '' && link.target !== '_self') ||
  link.hasAttribute('download');

/**
 * A client-side link of the shop. It prefetches on hover, touch or focus only: a page has dozens of links, and its own
 * content has to load first. The link of Next.js also prefetches visible links, and adds 3 kB to every page.
 */
export function Link({
  href,
  prefetch = true,
  replace = false,
  scroll = true,
  onClick,
  onPointerEnter,
  onTouchStart,
  onFocus,
  ...rest
}: Props) {
  const router = useRouter();
  const loadAhead = () => {
    if (prefetch) router.prefetch(href);
  };
  return (
    <a
      {...rest}
      href={href}
      onClick={(event) => {
        onClick?.(event);
        if (event.defaultPrevented || opensElsewhere(event)) return;
        event.preventDefault();
        router[replace ? 'replace' : 'push'](href, { scroll });
      }}
      onPointerEnter={(event) => {
        loadAhead();
        onPointerEnter?.(event);
      }}
      onTouchStart={(event) => {
        loadAhead();
        onTouchStart?.(event);
      }}
      onFocus={(event) => {
        loadAhead();
        onFocus?.(event);
      }}
    />
  );
}
