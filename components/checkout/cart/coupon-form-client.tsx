'use client';

import { TicketPercent } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { type FormEvent, useState, useTransition } from 'react';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { toast } from '@/components/ui/toast';
import { basketPath } from '@/lib/checkout';
import { applyCoupon } from '@/lib/checkout/action';
import type { Basket } from '@/lib/checkout/types';

/**
 * A coupon is entered once: after that a confirmation takes the place of the field (docs/behaviour/checkout.md,
 * "Coupon").
 */
export function CouponForm({ basket, disabled }: { basket: Basket | null; disabled: boolean }) {
  const t = useTranslations('cart.coupon');
  const router = useRouter();
  const [error, setError] = useState<'empty' | 'invalid' | 'limited' | 'failed' | null>(null);
  const [pending, start] = useTransition();

  if (basket?.coupon) {
    return (
      <p className="flex items-center gap-2 rounded-control border border-good px-3.5 py-3 text-sm font-semibold text-good">
        <TicketPercent aria-hidden className="size-5" /> {t('done', { code: basket.coupon })}
      </p>
    );
  }

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (!basket?.selection.producto) return;
    const { selection, recipient } = basket;
    const code = String(new FormData(event.currentTarget).get('codigo') ?? '').trim();
    start(async () => {
      const result = await applyCoupon({
        producto: selection.producto,
        edicion: selection.edicion,
        codigo: code,
      }).catch(() => ({ ok: false, error: 'failed' }) as const);
      setError(result.ok ? null : result.error);
      if (!result.ok) return;
      void toast('success', t('toast', { amount: (result.value / 100).toFixed(2) }));
      router.replace(basketPath('/cart', { selection, coupon: code, recipient }), { scroll: false });
    });
  }

  return (
    <form onSubmit={submit} noValidate className="flex items-start gap-2">
      <Field
        label={t('label')}
        name="codigo"
        maxLength={40}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        disabled={disabled || pending}
        error={error && t(error)}
        className="min-w-0 flex-1"
      />
      <Button type="submit" pending={pending} disabled={disabled} className="mt-[1.625rem] min-h-12">
        {t('apply')}
      </Button>
    </form>
  );
}
