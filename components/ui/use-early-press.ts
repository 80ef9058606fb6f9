import { useEffect, useRef } from 'react';

/**
 * Calls `press` if the button was pressed before hydration, as the boot script has recorded. React may also call the
 * button's own handler, so `press` must be idempotent, such as opening.
 *
 * @returns the ref of the button
 */
export function useEarlyPress(press: () => void) {
  const button = useRef<HTMLButtonElement & { pressed?: true }>(null);
  const isHydrated = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, after hydration
  useEffect(() => {
    // Effects run again when React shows a hidden page again.
    if (!isHydrated.current && button.current?.pressed) press();
    isHydrated.current = true;
  }, []);
  return button;
}
