'use client';

import { useCallback, useEffect, useState } from 'react';
import { followPayment, type VerificationState } from '@/lib/orders/payments/verification';

/** Polls the state of a payment for up to half a minute. */
export function useVerification(address: string) {
  const [state, setState] = useState<VerificationState>({ status: 'verifying' });
  const [round, setRound] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another round polls the same payment again
  useEffect(() => {
    const stop = new AbortController();
    void followPayment(address, setState, stop.signal);
    return () => stop.abort();
  }, [address, round]);

  const retry = useCallback(() => {
    setState({ status: 'verifying' });
    setRound((number) => number + 1);
  }, []);

  return { state, retry };
}
