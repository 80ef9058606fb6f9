import { useEffect, useRef } from 'react';

/**
 * Shows a tab whose button (`data-tab`, with its name) was pressed before hydration, as the boot script has recorded.
 *
 * @param show receives the name and the pressed button
 * @returns the ref of the element with the buttons
 */
export function useEarlyTab<Name extends string>(show: (name: Name, pressed: HTMLButtonElement) => void) {
  const root = useRef<HTMLDivElement>(null);
  const isHydrated = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, after hydration
  useEffect(() => {
    // Effects run again when React shows a hidden page again.
    if (isHydrated.current) return;
    isHydrated.current = true;
    const buttons = root.current?.querySelectorAll<HTMLButtonElement & { pressed?: true }>('button[data-tab]') ?? [];
    const early = [...buttons].find(({ pressed }) => pressed);
    if (early) show(early.dataset.tab as Name, early);
  }, []);
  return root;
}
