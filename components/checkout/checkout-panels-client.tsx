'use client';

import { type ReactNode, useState } from 'react';
import type { Basket } from '@/lib/checkout/types';
import type { OfferedMethod } from '@/lib/payments/methods';
import { SummaryFrame } from './cart/summary-frame';
import type { GiftForm } from './gifts/gift-details-client';
import type { MethodOption } from './method-choice-client';
import { PayForm } from './pay-form-client';

type Props = {
  basket: Basket;
  isFree: boolean;
  options: MethodOption[];
  /** What the button says, per method. */
  payLabels: Partial<Record<OfferedMethod, string>>;
  summary: {
    title: string;
    top: ReactNode;
    /** For each method, with the total that will be charged. */
    prices: Partial<Record<OfferedMethod, ReactNode>>;
    bottom: ReactNode;
  };
  asksName: boolean;
  asksConsent: boolean;
  knownName: string;
  /** Set for a gift: its form takes the place of the Minecraft name. */
  gift: GiftForm | null;
  isCancelled: boolean;
  notices: ReactNode;
};

/** The form and the summary beside it, which follows the chosen way to pay. */
export function CheckoutPanels({ summary, notices, options, payLabels, ...form }: Props) {
  const [method, setMethod] = useState<OfferedMethod>('tarjeta');
  return (
    <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_22rem]">
      <div className="space-y-4">
        {notices}
        <PayForm {...form} options={options} method={method} onMethod={setMethod} payLabel={payLabels[method] ?? ''} />
      </div>
      <div aria-live="polite">
        <SummaryFrame title={summary.title} top={summary.top}>
          {summary.prices[method] ?? summary.prices.tarjeta}
          {summary.bottom}
        </SummaryFrame>
      </div>
    </div>
  );
}
