'use client';

import { Coins, CreditCard, Wallet } from 'lucide-react';
import { useTranslations } from 'next-intl';
import type { MethodFacts } from '@/lib/payments/method-facts';
import type { OfferedMethod } from '@/lib/payments/methods';

const icons = { card: CreditCard, wallet: Wallet, coins: Coins };

export type MethodOption = {
  method: OfferedMethod;
  icon: MethodFacts['icon'];
  title: string;
  text: string;
  disabled?: boolean;
};

type Props = {
  options: MethodOption[];
  chosen: OfferedMethod;
  onChoose: (method: OfferedMethod) => void;
  disabled: boolean;
};

/** The payment methods as radio buttons; a method that cannot be used shows the reason. */
export function MethodChoice({ options, chosen, onChoose, disabled }: Props) {
  const t = useTranslations('checkout');
  return (
    <fieldset disabled={disabled} className="space-y-3">
      <legend className="mb-2 text-sm font-medium">{t('method')}</legend>
      {options.map(({ method, icon, title, text, disabled: isOff = false }) => {
        const Icon = icons[icon];
        return (
          <label
            key={method}
            className="flex cursor-pointer items-start gap-3 rounded-control border border-line bg-raised p-4 has-checked:border-link has-disabled:cursor-not-allowed"
          >
            <input
              type="radio"
              name="metodoPago"
              value={method}
              checked={chosen === method}
              disabled={isOff}
              onChange={() => onChoose(method)}
              className="mt-1 size-4 accent-(--buy)"
            />
            <span className="min-w-0 flex-1">
              <b className="block">{title}</b>
              <span className="text-sm text-muted">{text}</span>
            </span>
            <Icon aria-hidden className="size-6 text-muted" />
          </label>
        );
      })}
    </fieldset>
  );
}
