import { useEffect, useState } from 'react';
import { readStored, store } from './browser-storage';

/**
 * A long text, which survives a reload and the back button in its tab.
 *
 * @param key names the text; `forget` ends its life once it is sent
 */
export function useKeptText(key: string) {
  const [text, setText] = useState('');
  useEffect(() => {
    const kept = readStored(key, 'session');
    if (kept) setText(kept);
  }, [key]);
  useEffect(() => store(key, text || null, 'session'), [key, text]);
  return { text, setText, forget: () => store(key, null, 'session') };
}
