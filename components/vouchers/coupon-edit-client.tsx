'use client';

import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { type FormEvent, useState } from 'react';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { Field } from '@/components/ui/field';
import { Notice } from '@/components/ui/notice';
import { useAction } from '@/components/ui/use-action';
import { useProblemText } from '@/components/ui/use-problem-text';
import { dayInSpain } from '@/lib/core/day';
import { deleteCoupon, saveCoupon } from '@/lib/vouchers/admin-action';
import type { Coupon, CouponForm } from '@/lib/vouchers/admin-coupons';

const fields = ['code', 'product', 'percent', 'expires', 'maxUses', 'maxPerPerson'] as const;
type Name = (typeof fields)[number];

const toForm = (coupon: Coupon | null): CouponForm => ({
  id: coupon?.id ?? null,
  code: coupon?.code ?? '',
  product: coupon?.product ?? '',
  percent: coupon?.percent ? String(coupon.percent) : '',
  expires: coupon?.expiresAt ? dayInSpain(new Date(coupon.expiresAt)) : '',
  maxUses: coupon?.maxUses ? String(coupon.maxUses) : '',
  maxPerPerson: coupon?.maxPerPerson ? String(coupon.maxPerPerson) : '',
});

const errors = ['code', 'product', 'percent', 'date', 'count'] as const;
const isKnown = (text: string | undefined): text is (typeof errors)[number] => errors.some((known) => known === text);

/** Creates a coupon, or changes and deletes one. */
export function EditCoupon({ coupon }: { coupon: Coupon | null }) {
  const t = useTranslations('admin.couponList');
  const text = useProblemText('admin.couponList.errors');
  const router = useRouter();
  const [open, setOpen] = useState(false);
  const [form, setForm] = useState(() => toForm(coupon));
  const { run, pending, problem, fieldErrors } = useAction((act: () => ReturnType<typeof saveCoupon>) => act(), {
    messages: (code) => (code === 'invalid' ? undefined : text(code)),
    onDone: () => {
      setOpen(false);
      if (!coupon) setForm(toForm(null));
      router.refresh();
    },
  });

  function submit(event: FormEvent) {
    event.preventDefault();
    run(() => saveCoupon(form));
  }

  function wrong(name: Name) {
    const code = fieldErrors[name];
    return isKnown(code) ? t(`wrong.${code}`) : undefined;
  }

  return (
    <>
      <Button variant={coupon ? 'secondary' : 'buy'} onClick={() => setOpen(true)}>
        {t(coupon ? 'edit' : 'create')}
      </Button>
      {open && (
        <Dialog title={t(coupon ? 'edit' : 'create')} closeLabel={t('close')} onClose={() => setOpen(false)}>
          <form onSubmit={submit} noValidate className="mt-4 space-y-4">
            {fields.map((name: Name) => (
              <Field
                key={name}
                label={t(name)}
                hint={t(`hints.${name}`)}
                type={name === 'expires' ? 'date' : 'text'}
                inputMode={name === 'code' || name === 'product' || name === 'expires' ? undefined : 'numeric'}
                value={form[name]}
                error={wrong(name)}
                onChange={(event) => setForm({ ...form, [name]: event.target.value })}
              />
            ))}
            {problem && <Notice tone="bad">{problem}</Notice>}
            <Button type="submit" variant="buy" className="w-full" pending={pending}>
              {t('save')}
            </Button>
            {coupon && (
              <Button
                variant="danger"
                className="w-full"
                disabled={pending}
                onClick={() => run(() => deleteCoupon(coupon.id))}
              >
                {t('delete')}
              </Button>
            )}
          </form>
        </Dialog>
      )}
    </>
  );
}
