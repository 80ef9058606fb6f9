import { useRef } from 'react';

/**
 * The key of something that moves money. What is sent again under it, because its answer was lost, is done once. It
 * stays, even if the dialog is closed and opened again, until `renew` is called: when the shop has answered, and what is
 * sent next is meant as something else.
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
