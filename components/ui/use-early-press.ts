import { useEffect, useRef } from 'react';

/**
 * Calls `press` if the button was pressed before hydration, as the boot script has noted. React may call the button's own
 * handler as well, so `press` must be one that does no harm twice, such as opening.
 *
 * @returns the ref of the button
 */
export function useEarlyPress(press: () => void) {
  const button = useRef<HTMLButtonElement & { pressed?: true }>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, after hydration
  useEffect(() => {
    if (button.current?.pressed) press();
  }, []);
  return button;
}
