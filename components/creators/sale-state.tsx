import { getFormatter, getTranslations } from 'next-intl/server';
import { classNames } from '@/components/ui/class-names';
import type { Sale } from '@/lib/creators/sales/types';

const colors = {
  retenida: 'text-warn',
  disponible: 'text-good',
  en_disputa: 'text-warn',
  reembolsada: 'text-bad',
  reembolsada_en_parte: 'text-bad',
} as const;

const isHeld = ({ state, heldUntil }: Sale) =>
  state === 'retenida' || (state === 'reembolsada_en_parte' && new Date(heldUntil) > new Date());

/** State of a sale, and the end of its holding period. */
export async function SaleState({ sale }: { sale: Sale }) {
  const [t, format] = await Promise.all([getTranslations('dashboard.sales'), getFormatter()]);
  return (
    <>
      <b className={classNames('font-semibold', colors[sale.state])}>{t(`states.${sale.state}`)}</b>
      {isHeld(sale) && (
        <span className="block text-xs text-muted">
          {t('until', { date: format.dateTime(new Date(sale.heldUntil), 'day') })}
        </span>
      )}
    </>
  );
}

/** Discounts of a sale, one word each. */
export async function SaleReductions({ sale }: { sale: Sale }) {
  const t = await getTranslations('dashboard.sales.discounts');
  const given = [
    ['oferta', sale.offerCents],
    ['mejora', sale.upgradeCents],
    ['club', sale.clubCents],
    ['cupon', sale.couponCents],
  ] as const;
  return given
    .filter(([, cents]) => cents !== 0)
    .map(([name]) => (
      <span key={name} className="rounded-full bg-raised px-2 py-0.5 text-xs font-semibold text-ink">
        {t(name)}
      </span>
    ));
}
