'use client';

import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Confirm } from '@/components/panel/confirm-client';
import { EditForm } from '@/components/panel/edit-form-client';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog-client';
import { Field } from '@/components/ui/field';
import { useAction } from '@/components/ui/use-action';
import { useEditForm } from '@/components/ui/use-edit-form';
import { useMoneyText } from '@/components/ui/use-money-text';
import { dayInSpain } from '@/lib/core/day';
import { deleteCoupon, editCoupon, saveCoupon } from '@/lib/vouchers/admin-action';
import type { Coupon, CouponForm } from '@/lib/vouchers/admin-coupons';

const fields = ['code', 'product', 'percent', 'expires', 'maxUses', 'maxPerPerson'] as const;
type Name = (typeof fields)[number];

const toForm = (coupon: Coupon | null): CouponForm => ({
  code: coupon?.code ?? '',
  product: coupon?.product ?? '',
  percent: coupon?.percent ? String(coupon.percent) : '',
  expires: coupon?.expiresAt ? dayInSpain(new Date(coupon.expiresAt)) : '',
  maxUses: coupon?.maxUses ? String(coupon.maxUses) : '',
  maxPerPerson: coupon?.maxPerPerson ? String(coupon.maxPerPerson) : '',
});

const errors = ['code', 'product', 'percent', 'date', 'count'] as const;
const isKnown = (text: string | undefined): text is (typeof errors)[number] => errors.some((known) => known === text);

/** Deletes a coupon after a confirmation that names it. */
function DeleteCoupon({ coupon, onDone }: { coupon: Coupon; onDone: () => void }) {
  const t = useTranslations('admin.couponList');
  const [isAsked, setAsked] = useState(false);
  const { run, pending, problem } = useAction(() => deleteCoupon(coupon.id), {
    messages: useMoneyText('admin.couponList.errors'),
    onDone,
  });
  return (
    <>
      <Button variant="danger" className="w-full" onClick={() => setAsked(true)}>
        {t('delete')}
      </Button>
      {isAsked && (
        <Confirm
          title={t('deleteTitle', { code: coupon.code, product: coupon.productName })}
          text={t('deleteText')}
          confirmLabel={t('deleteConfirm', { code: coupon.code })}
          isDangerous
          pending={pending}
          problem={problem}
          onConfirm={run}
          onClose={() => setAsked(false)}
        />
      )}
    </>
  );
}

/** Creates, changes or deletes a coupon. The input survives closing the dialog. */
export function EditCoupon({ coupon }: { coupon: Coupon | null }) {
  const t = useTranslations('admin.couponList');
  const text = useMoneyText('admin.couponList.errors');
  const router = useRouter();
  const [open, setOpen] = useState(false);

  function done() {
    setOpen(false);
    router.refresh();
  }

  const form = useEditForm({
    name: `coupon:${coupon?.id ?? 'new'}`,
    loaded: toForm(coupon),
    save: (edit) => (coupon ? editCoupon({ id: coupon.id, edit }) : saveCoupon({ ...toForm(null), ...edit.changes })),
    messages: (code) => (code === 'invalid' ? undefined : text(code)),
    onDone: done,
  });

  function wrong(name: Name) {
    const code = form.fieldErrors[name] ?? form.fieldErrors[`edit.${name}`];
    return isKnown(code) ? t(`wrong.${code}`) : undefined;
  }

  return (
    <>
      <Button variant={coupon ? 'secondary' : 'buy'} onClick={() => setOpen(true)}>
        {t(coupon ? 'edit' : 'create')}
      </Button>
      {open && (
        <Dialog title={t(coupon ? 'edit' : 'create')} closeLabel={t('close')} onClose={() => setOpen(false)}>
          <div className="mt-4 space-y-4">
            <EditForm
              form={form}
              label={(name) => t(fields.find((known) => known === name) ?? 'code')}
              saveLabel={t('save')}
            >
              {fields.map((name: Name) => (
                <Field
                  key={name}
                  label={t(name)}
                  hint={t(`hints.${name}`)}
                  type={name === 'expires' ? 'date' : 'text'}
                  inputMode={name === 'code' || name === 'product' || name === 'expires' ? undefined : 'numeric'}
                  {...form.field(name)}
                  error={wrong(name)}
                />
              ))}
            </EditForm>
            {coupon && <DeleteCoupon coupon={coupon} onDone={done} />}
          </div>
        </Dialog>
      )}
    </>
  );
}
