import { useRef } from 'react';

/**
 * Idempotency key of a money movement: a request repeated after a lost response takes effect once. The key survives
 * closing the dialog, until `renew` is called: after a response, when the next request is a new one.
 */
export function useAttempt() {
  const known = useRef<string>(undefined);
  return {
    key: (): string => {
      known.current ??= crypto.randomUUID();
      return known.current;
    },
    renew: (): void => {
      known.current = undefined;
    },
  };
}
