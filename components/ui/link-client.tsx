'use client';

import { useRouter } from 'next/navigation';
import type { ComponentProps, MouseEvent } from 'react';

type Props = Omit<ComponentProps<'a'>, 'href'> & {
  /** A path of the shop. */
  href: string;
  /** Whether the page is loaded ahead once somebody is about to follow the link. */
  prefetch?: boolean;
  /** Whether the page takes the place of this one in the history. */
  replace?: boolean;
  /** Whether the page is shown from its top. */
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
 * A link to a page of the shop, shown without loading the document anew. Its page is loaded ahead under the pointer, under
 * the finger, or with the focus: a page shows dozens of links, and the one that is open has to come first. The link of
 * Next.js also loads what is only in sight, for which every page would carry 3 kB more.
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
