import { useFormatter, useLocale, useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { payoutReason } from '@/components/creators/payout-reason';
import { caseFacts } from '@/lib/admin/cases';
import { formatCents } from '@/lib/core/money';
import type { Provider } from '@/lib/payments/methods';
import { Facts } from './facts';
import { RowLink } from './row-link';

const people = ['usuario', 'duenio'];
const isMoment = /^\d{4}-\d{2}-\d{2}T/;
const isCurrency = /^[a-z]{3}$/i;

/** Facts of a case with translated names. */
export function CaseFacts({ facts }: { facts: Record<string, unknown> }) {
  const t = useTranslations('admin.caseList');
  const disputes = useTranslations('admin.disputes');
  const payouts = useTranslations('payoutReasons');
  const withdrawals = useTranslations('dashboard.money.states');
  const format = useFormatter();
  const locale = useLocale();

  /** The text for a code of the shop or a provider; undefined if there is none. */
  function words(name: string, code: string): string | undefined {
    switch (name) {
      case 'motivo':
        return disputes.has(`reasons.${code as 'general'}`)
          ? disputes(`reasons.${code as 'general'}`)
          : payoutReason(payouts, code);
      case 'estado':
      case 'noticia': {
        const state = (code === 'pendiente' ? 'en_proceso' : code) as 'pagado';
        return withdrawals.has(state) ? withdrawals(state) : undefined;
      }
      case 'proveedor':
        return disputes.has(`providers.${code as Provider}`) ? disputes(`providers.${code as Provider}`) : undefined;
    }
  }

  /** Providers report cents of a currency, withdrawals are in euros. */
  function amount(value: number): string {
    const currency = String(facts.moneda ?? '');
    if (!isCurrency.test(currency)) return format.number(value, 'euro');
    return format.number(value / 100, { style: 'currency', currency: currency.toUpperCase() });
  }

  function show(name: string, value: unknown): ReactNode {
    if (typeof value === 'boolean') return t(value ? 'yes' : 'no');
    if (typeof value === 'number') {
      if (name === 'importe') return amount(value);
      return name === 'centimos' || name === 'devuelto' ? formatCents(value, locale) : format.number(value);
    }
    if (typeof value !== 'string') return Array.isArray(value) ? value.join(', ') : JSON.stringify(value);
    if (people.includes(name)) return <RowLink href={`/dashboard-admin/users/${value}`}>{t('person')}</RowLink>;
    return isMoment.test(value) ? format.dateTime(new Date(value), 'moment') : (words(name, value) ?? value);
  }

  // The withdrawal is linked below the facts, and the currency is part of the amount.
  const isTold = (name: string) => name === 'retiro_id' || (name === 'moneda' && 'importe' in facts);
  const order: readonly string[] = [...caseFacts, ...Object.keys(facts)];
  const shown = Object.entries(facts)
    .filter(([name, value]) => value !== null && !isTold(name))
    .toSorted(([one], [other]) => order.indexOf(one) - order.indexOf(other));
  if (shown.length === 0) return null;
  return (
    <Facts
      className="grid grid-cols-1 gap-3 sm:grid-cols-2"
      facts={shown.map(([name, value]) => {
        const known = caseFacts.find((fact) => fact === name);
        return [known ? t(`facts.${known}`) : name, show(name, value)];
      })}
    />
  );
}
