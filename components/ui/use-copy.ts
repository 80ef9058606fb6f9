import { useEffect, useState } from 'react';

const shownMs = 2_000;

type CopyState = 'copied' | 'refused';

/**
 * Copies a text and reports success for two seconds. If the browser refuses, it selects the visible text for manual
 * copying and reports that.
 */
export function useCopy() {
  const [state, setState] = useState<CopyState>();
  useEffect(() => {
    if (state !== 'copied') return;
    const timer = setTimeout(() => setState(undefined), shownMs);
    return () => clearTimeout(timer);
  }, [state]);
  /** @param shown id of the element with the visible text */
  async function copy(text: string, shown: string): Promise<void> {
    try {
      await navigator.clipboard.writeText(text);
      setState('copied');
    } catch {
      const element = document.getElementById(shown);
      if (element) getSelection()?.selectAllChildren(element);
      setState('refused');
    }
  }
  return { state, copy };
}
