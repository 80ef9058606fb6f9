'use client';

import { createContext, type ReactNode, useContext, useEffect, useState } from 'react';
import { useMe } from '@/components/account/use-me';

const Thanked = createContext<ReadonlySet<string> | null>(null);

/** The questions of a page for whose answers the signed-in person has thanked; null until they are loaded. */
export const useThanked = () => useContext(Thanked);

/** Reads the thanks once for all answers of a page. */
export function ThanksOf({ productId, children }: { productId: string; children: ReactNode }) {
  const me = useMe();
  const person = me.status === 'user' ? me.me.id : null;
  const [thanked, setThanked] = useState<ReadonlySet<string> | null>(null);
  useEffect(() => {
    setThanked(null);
    if (!person) return;
    const stop = new AbortController();
    fetch(`/api/thanks?producto=${productId}`, { signal: stop.signal })
      .then((response) => (response.ok ? response.json() : null))
      .then((answer: { thanked: string[] } | null) => answer && setThanked(new Set(answer.thanked)))
      // Then the button toggles, as without scripts.
      .catch(() => undefined);
    return () => stop.abort();
  }, [person, productId]);
  return <Thanked.Provider value={thanked}>{children}</Thanked.Provider>;
}
