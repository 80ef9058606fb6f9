'use client';

import { useTranslations } from 'next-intl';
import { useId } from 'react';
import { CreditCard, Wallet } from '@/components/ui/icons/desk';
import { Coins } from '@/components/ui/icons/shop';
import { Link } from '@/components/ui/link-client';
import { PaymentMarks } from '@/components/ui/payment-marks';
import { TypedEarly } from '@/components/ui/typed-early-client';
import type { MethodFacts, PaymentMark } from '@/lib/payments/method-facts';
import type { OfferedMethod } from '@/lib/payments/methods';

const icons = { card: CreditCard, wallet: Wallet, coins: Coins };

export type MethodOption = {
  method: OfferedMethod;
  icon: MethodFacts['icon'];
  marks: readonly PaymentMark[];
  title: string;
  text: string;
  disabled?: boolean;
  /** Link for a method that cannot be used. */
  way?: { href: string; label: string };
};

/** Field name of the payment methods in their form. */
export const methodsName = 'metodos';

type Props = {
  options: MethodOption[];
  chosen: OfferedMethod | null;
  onChoose: (method: OfferedMethod) => void;
  disabled: boolean;
};

/** Payment methods as radio buttons; an unusable method shows the reason. */
export function MethodChoice({ options, chosen, onChoose, disabled }: Props) {
  const t = useTranslations('checkout');
  const id = useId();
  return (
    <fieldset name={methodsName} tabIndex={-1} disabled={disabled} className="space-y-3">
      <legend className="mb-2 text-sm font-medium">{t('method')}</legend>
      {options.map(({ method, icon, marks, title, text, disabled: isOff = false, way }) => {
        const Icon = icons[icon];
        return (
          <div
            key={method}
            className="rounded-control border border-line bg-raised has-checked:border-link has-checked:ring-1 has-checked:ring-link"
          >
            <label className="flex cursor-pointer items-start gap-3 p-4 has-disabled:cursor-not-allowed">
              <TypedEarly control={`${id}-${method}`} sent={chosen === method} />
              <input
                id={`${id}-${method}`}
                type="radio"
                name="metodoPago"
                value={method}
                checked={chosen === method}
                disabled={isOff}
                onChange={() => onChoose(method)}
                className="mt-1 size-4"
              />
              <span className="min-w-0 flex-1">
                <b className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
                  <span>{title}</span>
                  {marks.length > 0 ? (
                    <PaymentMarks marks={marks} decorative />
                  ) : (
                    <Icon aria-hidden className="size-6 text-muted" />
                  )}
                </b>
                <span className="text-sm text-muted">{text}</span>
              </span>
            </label>
            {way && (
              <Link
                href={way.href}
                className="-mt-2 mb-2 ml-11 inline-flex min-h-11 items-center font-semibold text-link underline-offset-4 hover:underline"
              >
                {way.label}
              </Link>
            )}
          </div>
        );
      })}
    </fieldset>
  );
}
