/** What the shop answers a buyer about a payment (docs/payments.md, "Verification"): Spanish names, amounts in euros. */
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
