'use client';

import { useCallback, useEffect, useState } from 'react';

export type Verified = {
  success: boolean;
  nombre: string | null;
  precio: number | null;
  estado: string;
  recarga: boolean;
  pago: string | null;
  pedidos: string[];
  /** Why it was not delivered. */
  motivo: string | null;
  /** Set for a gift: to whom, and the day on which it is given if that is still to come. */
  regalo: { para: string; fecha: string | null } | null;
  /** Whether the money comes by a slow method, so that asking again soon is useless. */
  lento: boolean;
};

export type VerificationState =
  | { status: 'verifying' }
  | { status: 'settled'; result: Verified }
  | { status: 'waiting'; paymentId: string | null; isSlow: boolean }
  | { status: 'failed'; paymentId: string | null };

/** Increasing pauses, two minutes in all. After that the webhook or the reconcile job delivers. */
const delays = [1_000, 2_000, 3_000, 5_000, 5_000, 8_000, 8_000, 10_000, 10_000, 15_000, 20_000, 30_000];
const askAgain = new Set(['procesando', 'pagado', 'sin_respuesta', 'fallo', 'demasiados_intentos', 'sin_red']);
const slow = new Set(['procesando', 'pagado']);

async function ask(address: string): Promise<Verified> {
  const nothing = {
    success: false,
    nombre: null,
    precio: null,
    estado: 'sin_red',
    recarga: false,
    pago: null,
    pedidos: [],
    motivo: null,
    regalo: null,
    lento: false,
  };
  try {
    const response = await fetch(address);
    return { ...nothing, ...((await response.json()) as Partial<Verified>) };
  } catch {
    return nothing;
  }
}

/** Asks an address of the shop for the state of a payment, until it is final or two minutes are over. */
export function useVerification(address: string) {
  const [state, setState] = useState<VerificationState>({ status: 'verifying' });
  const [round, setRound] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another round asks again about the same payment
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isOver = false;
    async function turn(number: number) {
      const result = await ask(address);
      if (isOver) return;
      if (!askAgain.has(result.estado) || result.motivo) return setState({ status: 'settled', result });
      if (result.lento) return setState({ status: 'waiting', paymentId: result.pago, isSlow: true });
      const delay = delays[number];
      if (delay === undefined)
        return setState(
          slow.has(result.estado)
            ? { status: 'waiting', paymentId: result.pago, isSlow: false }
            : { status: 'failed', paymentId: result.pago },
        );
      timer = setTimeout(() => turn(number + 1), delay);
    }
    void turn(0);
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [address, round]);

  const retry = useCallback(() => {
    setState({ status: 'verifying' });
    setRound((number) => number + 1);
  }, []);

  return { state, retry };
}
