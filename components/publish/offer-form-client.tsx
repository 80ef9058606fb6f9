'use client';

import { useRouter } from 'next/navigation';
import { useLocale, useTranslations } from 'next-intl';
import { useState } from 'react';
import { CardForm } from '@/components/ui/card-form-client';
import { ConfirmButton } from '@/components/ui/confirm-button-client';
import { Field } from '@/components/ui/field';
import { Select } from '@/components/ui/select';
import { toast } from '@/components/ui/toast';
import { typedSince } from '@/components/ui/typed-since';
import { useAction } from '@/components/ui/use-action';
import { useProblemText } from '@/components/ui/use-problem-text';
import { formatCents } from '@/lib/core/money';
import { endOffer, planOffer } from '@/lib/publish/offer-action';
import type { ForSale } from '@/lib/publish/offers';

const keyOf = ({ productId, editionId }: ForSale) => `${productId}:${editionId ?? ''}`;

/** Schedules an offer. The input is kept until it succeeds. */
export function OfferForm({ choices, today }: { choices: ForSale[]; today: string }) {
  const t = useTranslations('promotions');
  const text = useProblemText('promotions.errors');
  const locale = useLocale();
  const router = useRouter();
  const blank = { what: '', price: '', from: today, to: '', description: '', descriptionEn: '' };
  const [form, setForm] = useState(blank);
  const { run, pending, problem, fieldErrors } = useAction(planOffer, {
    messages: (code) => (code === 'invalid' ? undefined : text(code)),
    onDone: (_value, sent) => {
      const { productId, editionId, ...rest } = sent;
      const what = `${productId}:${editionId ?? ''}`;
      setForm((now) => typedSince(now, { ...rest, what }, blank));
      void toast('success', t('offers.planned'));
      router.refresh();
    },
  });
  const field = (name: keyof typeof blank) => ({
    name,
    label: t(`offers.${name}`),
    value: form[name],
    error: text(fieldErrors[name === 'what' ? 'productId' : name]),
    onChange: (event: { target: { value: string } }) => setForm({ ...form, [name]: event.target.value }),
  });

  function submit() {
    const [productId = '', editionId = ''] = form.what.split(':');
    run({ ...form, productId, editionId: editionId || null });
  }

  return (
    <CardForm
      onSubmit={submit}
      submitLabel={t('offers.plan')}
      pending={pending}
      problem={problem}
      fieldErrors={fieldErrors}
    >
      <Select
        {...field('what')}
        options={[
          { value: '', label: t('choose') },
          ...choices.map((choice) => ({
            value: keyOf(choice),
            label: `${choice.name} · ${formatCents(choice.cents, locale)}`,
          })),
        ]}
      />
      <Field {...field('price')} inputMode="decimal" />
      <Field {...field('from')} type="date" min={today} />
      <Field {...field('to')} type="date" min={form.from || today} hint={t('offers.toHint')} />
      <Field {...field('description')} maxLength={120} hint={t('offers.descriptionHint')} />
      <Field {...field('descriptionEn')} maxLength={120} lang="en" />
    </CardForm>
  );
}

/** Ends a running offer, or deletes a scheduled one, after a confirmation that names it. */
export function EndOffer({ id, isRunning, label }: { id: string; isRunning: boolean; label: string }) {
  const t = useTranslations('promotions');
  const words = isRunning ? 'end' : 'drop';
  return (
    <ConfirmButton
      action={endOffer}
      input={id}
      label={t(`offers.${words}`)}
      name={label}
      question={{
        title: t(`offers.${words}Title`, { name: label }),
        text: t(`offers.${words}Text`),
        cancelLabel: t('keep'),
        isDangerous: true,
      }}
      messages={useProblemText('promotions.errors')}
    />
  );
}
