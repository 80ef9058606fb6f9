'use client';

import { useTranslations } from 'next-intl';
import { usePublicPath } from '@/components/nav/use-public-path';
import { classNames } from '@/components/ui/class-names';
import { Check } from '@/components/ui/icons/shop';

const steps = ['cart', 'payment', 'done'] as const;

/** 1 Cesta (/cart), 2 Pago (/checkout), 3 Completado (any other path). */
export function CheckoutProgress() {
  const t = useTranslations('checkoutSteps');
  const path = usePublicPath();
  const current = path === '/cart' ? 0 : path === '/checkout' ? 1 : 2;
  return (
    <ol aria-label={t('label')} className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm font-medium">
      {steps.map((step, index) => (
        <li
          key={step}
          aria-current={index === current ? 'step' : undefined}
          className={classNames('flex items-center gap-2', index > current && 'text-muted')}
        >
          <span
            className={classNames(
              'grid size-7 place-items-center rounded-full text-xs font-bold',
              index <= current ? 'bg-buy text-on-buy' : 'bg-raised',
            )}
          >
            {index < current ? <Check aria-hidden className="size-4" /> : index + 1}
          </span>
          {t(step)}
        </li>
      ))}
    </ol>
  );
}
