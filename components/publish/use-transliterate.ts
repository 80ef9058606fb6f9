import { useEffect, useState } from 'react';
import { loadTransliterate, type Transliterate } from '@/lib/publish/slug';

/** What writes other scripts in Latin letters, once it is loaded; without it only accents are taken off. */
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
