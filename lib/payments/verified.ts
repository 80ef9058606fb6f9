/** The answer to a buyer about a payment (docs/payments.md, "Verification"): Spanish names, amounts in euros. */
export type Verified = {
  success: boolean;
  nombre: string | null;
  precio: number | null;
  estado: string;
  recarga: boolean;
  pago: string | null;
  pedidos: string[];
  /** Reason of the failed delivery. */
  motivo: string | null;
  /** For a gift: its recipient, and its delivery day if that is in the future. */
  regalo: { para: string; fecha: string | null } | null;
  /** True if the method takes days, so that polling is useless. */
  lento: boolean;
};
