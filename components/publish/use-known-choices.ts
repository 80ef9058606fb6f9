import { useCallback, useEffect, useState } from 'react';
import type { OwnChoice } from '@/lib/publish/types';

/** Creators' products seen by this document, so that a form shown again can name the chosen ones. */
let seen: OwnChoice[] = [];

/** Merges known choices with new ones. */
const withNew = (known: OwnChoice[], others: OwnChoice[]): OwnChoice[] => [
  ...known,
  ...others.filter(({ id }) => !known.some((one) => one.id === id)),
];

/** The creator's products whose names a form can show: those of its page and this document, and those found later. */
export function useKnownChoices(ofPage: OwnChoice[][]): [known: OwnChoice[], learn: (choices: OwnChoice[]) => void] {
  const [known, setKnown] = useState(() => [...ofPage, seen].reduce(withNew, []));
  const learn = useCallback((choices: OwnChoice[]) => setKnown((before) => withNew(before, choices)), []);
  useEffect(() => {
    seen = withNew(known, seen);
  }, [known]);
  return [known, learn];
}
