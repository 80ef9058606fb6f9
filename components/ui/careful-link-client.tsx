'use client';

import Link from 'next/link';
import { type ComponentProps, useState } from 'react';

/**
 * A link whose page is loaded ahead once somebody is about to follow it: under the pointer, under the finger, or with the
 * focus. What is only in sight is not loaded: a page shows dozens of links, and the one that is open has to come first.
 */
export function CarefulLink({ prefetch, onPointerEnter, onTouchStart, onFocus, ...rest }: ComponentProps<typeof Link>) {
  const [isMeant, setMeant] = useState(false);
  return (
    <Link
      {...rest}
      prefetch={isMeant ? prefetch : false}
      onPointerEnter={(event) => {
        setMeant(true);
        onPointerEnter?.(event);
      }}
      onTouchStart={(event) => {
        setMeant(true);
        onTouchStart?.(event);
      }}
      onFocus={(event) => {
        setMeant(true);
        onFocus?.(event);
      }}
    />
  );
}
