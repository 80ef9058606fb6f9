import { useEffect, useState } from 'react';
import { readStored, store } from './browser-storage';

/**
 * A long text, which survives a reload, the back button and a closed dialog in its tab.
 *
 * @param key names the text; `forget` deletes it once it is sent
 * @param saved the text before it is changed
 */
export function useKeptText(key: string, saved = '') {
  const storageKey = `text:${key}`;
  const [text, setText] = useState(saved);
  useEffect(() => {
    const kept = readStored(storageKey, 'session');
    if (kept) setText(kept);
  }, [storageKey]);
  useEffect(() => store(storageKey, text === saved ? null : text || null, 'session'), [storageKey, saved, text]);
  return { text, setText, forget: () => store(storageKey, null, 'session') };
}
