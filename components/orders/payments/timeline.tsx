import { useLocale, useTranslations } from 'next-intl';
import { classNames } from '@/components/ui/class-names';
import { Check, CircleDashed, LoaderCircle, X } from '@/components/ui/icons/shop';
import { Time } from '@/components/ui/time';
import { formatCents } from '@/lib/core/money';
import type { TimelineStep } from '@/lib/orders/payments/timeline';

const looks = {
  done: { Icon: Check, className: 'bg-good text-canvas' },
  waiting: { Icon: LoaderCircle, className: 'bg-raised text-warn' },
  ahead: { Icon: CircleDashed, className: 'bg-raised text-muted' },
  failed: { Icon: X, className: 'bg-raised text-bad' },
} as const;

/** Steps of a payment with their times, and the pending one. */
export function Timeline({ steps, inCoins, isGift }: { steps: TimelineStep[]; inCoins: boolean; isGift: boolean }) {
  const t = useTranslations('payment.steps');
  const coins = useTranslations('payment');
  const locale = useLocale();
  const amount = (cents = 0) => (inCoins ? coins('coins', { count: cents }) : formatCents(cents, locale));
  return (
    <ol>
      {steps.map(({ key, at, status, cents }, index) => {
        const { Icon, className } = looks[status];
        const isLast = index === steps.length - 1;
        return (
          <li
            key={`${key}:${at}:${cents}`}
            aria-current={status === 'waiting' ? 'step' : undefined}
            className="relative flex gap-4 pb-6 last:pb-0"
          >
            {!isLast && <span aria-hidden className="absolute top-8 bottom-0 left-4 w-px bg-line" />}
            <span
              aria-hidden
              className={classNames('grid size-8 shrink-0 place-items-center rounded-full [&>svg]:size-4', className)}
            >
              <Icon />
            </span>
            <span className="min-w-0 pt-1">
              <b className={classNames('block', status === 'ahead' && 'font-medium text-muted')}>
                {key === 'regalo_caducado'
                  ? t('regalo_caducado.title', { count: cents ?? 0 })
                  : isGift && key === 'entregado'
                    ? t('entregado.gift')
                    : t(`${key}.title`, { amount: amount(cents) })}
              </b>
              <span className="text-sm text-muted">
                {at ? <Time at={at} look="precise" /> : t(`${key}.${status === 'ahead' ? 'ahead' : 'text'}`)}
              </span>
            </span>
          </li>
        );
      })}
    </ol>
  );
}
