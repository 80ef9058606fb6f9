'use client';

import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { CardForm } from '@/components/ui/card-form-client';
import { ConfirmButton } from '@/components/ui/confirm-button-client';
import { Field } from '@/components/ui/field';
import { hasHalfDate } from '@/components/ui/has-half-date';
import { Select } from '@/components/ui/select';
import { toast } from '@/components/ui/toast';
import { typedSince } from '@/components/ui/typed-since';
import { useAction } from '@/components/ui/use-action';
import { useMoneyText } from '@/components/ui/use-money-text';
import { createOwnCoupon, type OwnCouponForm as Form, stopOwnCoupon } from '@/lib/vouchers/own-action';

const blank: Form = {
  productId: '',
  code: '',
  kind: 'percent',
  value: '',
  least: '',
  from: '',
  to: '',
  maxUses: '',
  maxPerPerson: '1',
};

type Props = { choices: Array<{ id: string; name: string }>; percent: number; today: string };

/** Creates a coupon for a product of the creator. The input is kept until it succeeds. */
export function OwnCouponForm({ choices, percent, today }: Props) {
  const t = useTranslations('promotions');
  const text = useMoneyText('promotions.errors');
  const router = useRouter();
  const [form, setForm] = useState(blank);
  const { run, pending, problem, fieldErrors } = useAction(createOwnCoupon, {
    messages: (code) => (code === 'invalid' ? undefined : text(code)),
    onDone: (_value, sent) => {
      setForm((now) => typedSince(now, sent, blank));
      void toast('success', t('coupons.created'));
      router.refresh();
    },
  });
  const field = (name: keyof Form) => ({
    name,
    label: t(`coupons.${name}`),
    value: form[name],
    error: text(fieldErrors[name]),
    onChange: (event: { target: { value: string } }) => setForm({ ...form, [name]: event.target.value }),
  });

  function submit(sent: HTMLFormElement) {
    if (!hasHalfDate(sent)) run(form);
  }

  return (
    <CardForm
      onSubmit={submit}
      submitLabel={t('coupons.create')}
      pending={pending}
      problem={problem}
      fieldErrors={fieldErrors}
    >
      <Select
        {...field('productId')}
        options={[{ value: '', label: t('choose') }, ...choices.map(({ id, name }) => ({ value: id, label: name }))]}
      />
      <Field {...field('code')} hint={t('coupons.codeHint')} autoCapitalize="characters" maxLength={40} />
      <Select
        {...field('kind')}
        options={(['percent', 'amount'] as const).map((kind) => ({ value: kind, label: t(`coupons.kinds.${kind}`) }))}
      />
      <Field {...field('value')} inputMode="decimal" hint={t('coupons.valueHint', { percent })} />
      <Field {...field('from')} type="date" min={today} />
      <Field {...field('to')} type="date" min={form.from || today} />
      <Field {...field('maxUses')} inputMode="numeric" hint={t('coupons.emptyHint')} />
      <Field {...field('maxPerPerson')} inputMode="numeric" hint={t('coupons.emptyHint')} />
      <Field {...field('least')} inputMode="decimal" hint={t('coupons.leastHint')} />
    </CardForm>
  );
}

/** Permanently disables a coupon, after a confirmation that names it. */
export function StopCoupon({ id, code }: { id: string; code: string }) {
  const t = useTranslations('promotions');
  return (
    <ConfirmButton
      action={stopOwnCoupon}
      input={id}
      label={t('coupons.stop')}
      name={code}
      question={{
        title: t('coupons.stopTitle', { code }),
        text: t('coupons.stopText'),
        cancelLabel: t('keep'),
        isDangerous: true,
      }}
      messages={useMoneyText('promotions.errors')}
    />
  );
}
