'use client';

import { useLayoutEffect } from 'react';
import { editionParam } from '@/lib/catalog/offers';

/**
 * Sets the edition of the address on the root after a client-side navigation. After a full load, the layout's script
 * has set it before the first paint.
 */
export function ChosenEdition() {
  useLayoutEffect(() => {
    const root = document.documentElement;
    root.dataset.edition = new URLSearchParams(location.search).get(editionParam) ?? '';
    return () => {
      root.dataset.edition = '';
    };
  }, []);
  return null;
}
