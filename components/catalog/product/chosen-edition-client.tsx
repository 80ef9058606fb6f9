'use client';

import { useLayoutEffect } from 'react';
import { editionParam } from '@/lib/catalog/offers';

/**
 * Says on the root which edition the address chooses when the page was opened by the router. When the browser opened it,
 * the script of the layout has done so before the first paint.
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
