'use client';

import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { type FormEvent, useState } from 'react';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { hasHalfDate } from '@/components/ui/has-half-date';
import { Notice } from '@/components/ui/notice';
import { useAction } from '@/components/ui/use-action';
import { useFirstWrong } from '@/components/ui/use-first-wrong';
import { useProblemText } from '@/components/ui/use-problem-text';
import { featureProduct } from '@/lib/admin/featured-action';

const empty = { slug: '', from: '', to: '' };

/** Features a product, or changes the dates of a featured one. */
export function FeatureForm() {
  const t = useTranslations('admin.featured');
  const text = useProblemText('admin.featured.errors');
  const router = useRouter();
  const [form, setForm] = useState(empty);
  const { run, pending, problem, fieldErrors } = useAction(featureProduct, {
    messages: (code) => (code === 'invalid' ? undefined : text(code)),
    onDone: () => {
      setForm(empty);
      router.refresh();
    },
  });
  const element = useFirstWrong(fieldErrors);

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (!hasHalfDate(event.currentTarget)) run(form);
  }

  return (
    <form
      method="dialog"
      ref={element}
      onSubmit={submit}
      noValidate
      className="space-y-4 rounded-card border border-line bg-surface p-5"
    >
      <h2 className="font-bold">{t('add')}</h2>
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-3">
        {(['slug', 'from', 'to'] as const).map((name) => (
          <Field
            key={name}
            name={name}
            label={t(name)}
            hint={t(`hints.${name}`)}
            type={name === 'slug' ? 'text' : 'datetime-local'}
            value={form[name]}
            error={fieldErrors[name] && t(name === 'slug' ? 'wrong.product' : 'wrong.date')}
            onChange={(event) => setForm({ ...form, [name]: event.target.value })}
          />
        ))}
      </div>
      {problem && <Notice tone="bad">{problem}</Notice>}
      <Button type="submit" variant="buy" pending={pending}>
        {t('save')}
      </Button>
    </form>
  );
}
