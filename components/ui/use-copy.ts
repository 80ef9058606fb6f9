import { useEffect, useState } from 'react';

const shownMs = 2_000;

type CopyState = 'copied' | 'refused';

/**
 * Copies a text, and reports for two seconds that it was copied. Where the browser refuses, it selects what shows the
 * text, for the person to copy, and reports that.
 */
export function useCopy() {
  const [state, setState] = useState<CopyState>();
  useEffect(() => {
    if (state !== 'copied') return;
    const timer = setTimeout(() => setState(undefined), shownMs);
    return () => clearTimeout(timer);
  }, [state]);
  /** @param shown the id of the element that shows the text */
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
