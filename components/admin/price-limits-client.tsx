'use client';

import { useTranslations } from 'next-intl';
import { type FormEvent, useState } from 'react';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { toast } from '@/components/ui/toast';
import { useAction } from '@/components/ui/use-action';
import { useProblemText } from '@/components/ui/use-problem-text';
import type { PriceLimits } from '@/lib/admin/price-limits';
import { savePriceLimits } from '@/lib/admin/price-limits-action';

const fields = ['percent', 'perDay', 'least'] as const;

/** Edits the limits within which creators change prices without a review. */
export function PriceLimitsForm({ limits }: { limits: PriceLimits }) {
  const t = useTranslations('admin.priceLimits');
  const text = useProblemText('admin.priceLimits.errors');
  const [form, setForm] = useState(limits);
  const { run, pending, problem, fieldErrors } = useAction(savePriceLimits, {
    messages: (code) => (code === 'invalid' ? undefined : text(code)),
    onDone: () => void toast('success', t('saved')),
  });

  function submit(event: FormEvent) {
    event.preventDefault();
    run(form);
  }

  return (
    <form onSubmit={submit} noValidate className="space-y-4 rounded-card border border-line bg-surface p-5">
      <div>
        <h2 className="font-bold">{t('title')}</h2>
        <p className="text-sm text-muted">{t('text')}</p>
      </div>
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-3">
        {fields.map((name) => (
          <Field
            key={name}
            name={name}
            label={t(name)}
            inputMode="decimal"
            value={form[name]}
            error={text(fieldErrors[name])}
            onChange={(event) => setForm({ ...form, [name]: event.target.value })}
          />
        ))}
      </div>
      {problem && <p className="text-sm text-bad">{problem}</p>}
      <Button type="submit" pending={pending}>
        {t('save')}
      </Button>
    </form>
  );
}
