import { useEffect, useState } from 'react';
import { readStored, store } from './browser-storage';

/**
 * A long text, which survives a reload and the back button in its tab.
 *
 * @param key names the text; `forget` ends its life once it is sent
 */
export function useKeptText(key: string) {
  const storageKey = `text:${key}`;
  const [text, setText] = useState('');
  useEffect(() => {
    const kept = readStored(storageKey, 'session');
    if (kept) setText(kept);
  }, [storageKey]);
  useEffect(() => store(storageKey, text || null, 'session'), [storageKey, text]);
  return { text, setText, forget: () => store(storageKey, null, 'session') };
}
