'use client';

import { useRouter } from 'next/navigation';
import { useLocale, useTranslations } from 'next-intl';
import { type FormEvent, useState } from 'react';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { focusOnShow } from '@/components/ui/focus-on-show';
import { TicketPercent } from '@/components/ui/icons/desk';
import { toast } from '@/components/ui/toast';
import { useAction } from '@/components/ui/use-action';
import { useProblemText } from '@/components/ui/use-problem-text';
import { basketPath } from '@/lib/checkout';
import { applyCoupon } from '@/lib/checkout/action';
import type { Basket } from '@/lib/checkout/types';
import { formatCents } from '@/lib/core/money';
import { cleanCode } from '@/lib/vouchers/clean-code';

/**
 * Coupon form. After the coupon is accepted, a confirmation replaces the field (docs/behaviour/checkout.md, "Coupon").
 */
export function CouponForm({ basket }: { basket: Basket }) {
  const t = useTranslations('cart.coupon');
  const locale = useLocale();
  const router = useRouter();
  const [isApplied, setApplied] = useState(false);
  const { run, pending, problem } = useAction(
    ({ selection, recipient, code }: Pick<Basket, 'selection' | 'recipient'> & { code: string }) =>
      applyCoupon({
        producto: selection.producto,
        edicion: selection.edicion,
        destinatario: recipient,
        codigo: code,
      }),
    {
      messages: useProblemText('cart.coupon'),
      onDone: (cents, { selection, recipient, code }) => {
        setApplied(true);
        void toast('success', t('toast', { amount: formatCents(cents, locale) }));
        router.replace(basketPath('/cart', { selection, coupon: code, recipient }), { scroll: false });
      },
    },
  );

  if (basket.coupon) {
    return (
      <p
        ref={isApplied ? focusOnShow : undefined}
        tabIndex={-1}
        className="flex items-center gap-2 rounded-control border border-good px-3.5 py-3 text-sm font-semibold text-good"
      >
        <TicketPercent aria-hidden className="size-5" /> {t('done', { code: basket.coupon })}
      </p>
    );
  }

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const { selection, recipient } = basket;
    const code = cleanCode(String(new FormData(event.currentTarget).get('codigo') ?? ''));
    run({ selection, recipient, code });
  }

  return (
    <form method="dialog" onSubmit={submit} noValidate className="flex items-start gap-2">
      <Field
        label={t('label')}
        name="codigo"
        maxLength={40}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        readOnly={pending}
        error={problem}
        announced
        className="min-w-0 flex-1"
      />
      <Button type="submit" pending={pending} className="mt-[1.625rem] min-h-12">
        {t('apply')}
      </Button>
    </form>
  );
}
