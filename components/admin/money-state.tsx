import { classNames } from '@/components/ui/class-names';
import type { Withdrawal } from '@/lib/creators/types';
import type { PaymentState } from '@/lib/payments/states';

/** Green: completed; amber: waiting for somebody; red: failed or reversed. */
const colors: Record<PaymentState | Withdrawal['state'], string> = {
  creado: 'text-muted',
  pagado: 'text-good',
  entregado: 'text-good',
  fallido: 'text-bad',
  caducado: 'text-muted',
  reembolsado: 'text-bad',
  en_disputa: 'text-warn',
  solicitado: 'text-warn',
  en_proceso: 'text-warn',
  rechazado: 'text-bad',
  cancelado: 'text-muted',
};

/** State of a payment or a withdrawal in a list of the panel. */
export function MoneyState({ state, label }: { state: keyof typeof colors; label: string }) {
  return <span className={classNames('font-semibold', colors[state])}>{label}</span>;
}
