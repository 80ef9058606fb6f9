/** The number of an invoice or credit note as it is written on it: its series, and six digits (docs/payments.md, "Invoices"). */
export const invoiceNumber = ({ serie, numero }: { serie: string; numero: number }): string =>
  `${serie}-${String(numero).padStart(6, '0')}`;
