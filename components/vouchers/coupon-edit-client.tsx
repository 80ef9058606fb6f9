'use client';

import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { type FormEvent, useState, useTransition } from 'react';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { Field } from '@/components/ui/field';
import { Notice } from '@/components/ui/notice';
import { deleteCoupon, saveCoupon } from '@/lib/admin/action';
import type { CouponForm } from '@/lib/admin/schema';
import { dayInSpain } from '@/lib/core/day';
import type { Coupon } from '@/lib/vouchers/admin-coupons';

const fields = ['code', 'product', 'percent', 'expires', 'maxUses', 'maxPerPerson'] as const;
type Name = (typeof fields)[number];

const toForm = (coupon: Coupon | null): CouponForm => ({
  id: coupon?.id ?? null,
  code: coupon?.code ?? '',
  product: coupon?.product ?? '',
  percent: coupon ? String(coupon.percent) : '',
  expires: coupon?.expiresAt ? dayInSpain(new Date(coupon.expiresAt)) : '',
  maxUses: coupon?.maxUses ? String(coupon.maxUses) : '',
  maxPerPerson: coupon?.maxPerPerson ? String(coupon.maxPerPerson) : '',
});

const errors = ['code', 'product', 'percent', 'date', 'count'] as const;
const isKnown = (text: string | undefined): text is (typeof errors)[number] => errors.some((known) => known === text);

/** Creates a coupon, or changes and deletes one. */
export function EditCoupon({ coupon }: { coupon: Coupon | null }) {
  const t = useTranslations('admin.couponList');
  const router = useRouter();
  const [open, setOpen] = useState(false);
  const [form, setForm] = useState(() => toForm(coupon));
  const [wrong, setWrong] = useState<Record<string, string>>({});
  const [problem, setProblem] = useState<string | null>(null);
  const [pending, start] = useTransition();

  function settle(result: Awaited<ReturnType<typeof saveCoupon>> | null) {
    if (result?.ok) {
      setOpen(false);
      if (!coupon) setForm(toForm(null));
      return router.refresh();
    }
    setWrong(result?.fieldErrors ?? {});
    setProblem(result?.error === 'invalid' ? null : t(`errors.${result?.error ?? 'failed'}`));
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    start(async () => settle(await saveCoupon(form).catch(() => null)));
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
                error={isKnown(wrong[name]) ? t(`wrong.${wrong[name]}`) : undefined}
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
                onClick={() => start(async () => settle(await deleteCoupon(coupon.id).catch(() => null)))}
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
