/** Formats the number of an invoice or credit note: series and six digits (docs/payments.md, "Invoices"). */
export const invoiceNumber = ({ serie, numero }: { serie: string; numero: number }): string =>
  `${serie}-${String(numero).padStart(6, '0')}`;
