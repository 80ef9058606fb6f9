import type { Metadata } from 'next';

/** Canonical address and language alternatives of a public page (`?lng=` chooses the language). */
export const alternates = (path: string): Metadata['alternates'] => ({
  canonical: path,
  languages: { es: `${path}?lng=es`, en: `${path}?lng=en`, 'x-default': path },
});
