import { useEffect, useState } from 'react';
import { loadTransliterate, type Transliterate } from '@/lib/publish/slug';

/** Transliteration to Latin letters, once loaded; until then only accents are removed. */
export function useTransliterate(): Transliterate | undefined {
  const [transliterate, setTransliterate] = useState<Transliterate>();
  useEffect(() => {
    loadTransliterate().then(
      (loaded) => setTransliterate(() => loaded),
      () => undefined,
    );
  }, []);
  return transliterate;
}
