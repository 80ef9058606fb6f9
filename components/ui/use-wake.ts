import { useEffect, useEffectEvent } from 'react';

/**
 * Does something when the browser shows the page again as it was left, such as after its back button on the page of a
 * payment provider: a button that waits for the page to be left then waits no more.
 */
export function useWake(wake: () => void): void {
  const onShow = useEffectEvent(({ persisted }: PageTransitionEvent) => {
    if (persisted) wake();
  });
  useEffect(() => {
    const listener = (event: PageTransitionEvent) => onShow(event);
    window.addEventListener('pageshow', listener);
    return () => window.removeEventListener('pageshow', listener);
  }, []);
}
