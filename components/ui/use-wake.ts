import { useEffect, useEffectEvent } from 'react';

/**
 * Runs `wake` when the page is restored from the back/forward cache, such as after the back button on a payment
 * provider's page: pending buttons become usable again.
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
