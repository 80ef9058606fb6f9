'use client';

import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { type FormEvent, useState } from 'react';
import { Button } from '@/components/ui/button';
import { Check } from '@/components/ui/check';
import { Field } from '@/components/ui/field';
import { Notice } from '@/components/ui/notice';
import { Select } from '@/components/ui/select';
import { toast } from '@/components/ui/toast';
import { useAction } from '@/components/ui/use-action';
import { useProblemText } from '@/components/ui/use-problem-text';
import { editProduct } from '@/lib/admin/product-action';
import type { AdminProduct } from '@/lib/admin/products';
import { productStatuses } from '@/lib/catalog/types';
import { sanitizeSlug } from '@/lib/publish/slug';

/** What an admin may change of a product. */
export function ProductEdit({ product }: { product: AdminProduct }) {
  const t = useTranslations('admin.product');
  const names = useTranslations('dashboard.statuses');
  const router = useRouter();
  const [slug, setSlug] = useState(product.slug);
  const { run, pending, problem } = useAction(editProduct, {
    messages: useProblemText('admin.product.errors'),
    onDone: () => {
      void toast('success', t('saved'));
      router.refresh();
    },
  });

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const text = (name: string) => String(form.get(name));
    run({
      id: product.id,
      slugBefore: product.slug,
      name: text('name'),
      slug,
      price: text('price'),
      offer: text('offer'),
      status: text('status') as AdminProduct['status'],
      isAvailable: form.has('isAvailable'),
      inStock: form.has('inStock'),
      units: text('units'),
      isFeatured: form.has('isFeatured'),
      trailer: text('trailer'),
    });
  }

  return (
    <form onSubmit={submit} noValidate className="space-y-4">
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label={t('name')} name="name" maxLength={80} defaultValue={product.name} />
        <Field
          label={t('slug')}
          name="slug"
          maxLength={80}
          value={slug}
          onChange={(event) => setSlug(sanitizeSlug(event.target.value))}
        />
        <Field label={t('price')} name="price" inputMode="decimal" hint={t('priceHint')} defaultValue={product.price} />
        <Field label={t('offer')} name="offer" inputMode="decimal" defaultValue={product.offer ?? ''} />
        <Select
          label={t('status')}
          name="status"
          defaultValue={product.status}
          options={productStatuses.map((value) => ({ value, label: names(value) }))}
        />
        <Field
          label={t('units')}
          name="units"
          inputMode="numeric"
          hint={t('unitsHint')}
          defaultValue={product.units ?? ''}
        />
        <Field label={t('trailer')} name="trailer" type="url" defaultValue={product.trailer} />
      </div>
      <div className="flex flex-wrap gap-x-6">
        {(['isAvailable', 'inStock', 'isFeatured'] as const).map((name) => (
          <Check key={name} label={t(name)} name={name} defaultChecked={product[name]} />
        ))}
      </div>
      {problem && <Notice tone="bad">{problem}</Notice>}
      <Button type="submit" variant="buy" pending={pending}>
        {t('save')}
      </Button>
    </form>
  );
}
