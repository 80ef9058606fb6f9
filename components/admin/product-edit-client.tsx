'use client';

import { useRouter } from 'next/navigation';
import { useLocale, useTranslations } from 'next-intl';
import { EditForm } from '@/components/panel/edit-form-client';
import { useTransliterate } from '@/components/publish/use-transliterate';
import { Check } from '@/components/ui/check';
import { Field } from '@/components/ui/field';
import { Select } from '@/components/ui/select';
import { TextLink } from '@/components/ui/text-link';
import { toast } from '@/components/ui/toast';
import { useEditForm } from '@/components/ui/use-edit-form';
import { useProblemText } from '@/components/ui/use-problem-text';
import { longestReason } from '@/lib/admin/lengths';
import { editProduct } from '@/lib/admin/product-action';
import type { AdminProduct } from '@/lib/admin/products';
import { productStatuses } from '@/lib/catalog/types';
import type { FieldValue } from '@/lib/core/action/edit';
import { writeEuros } from '@/lib/core/money';
import { sanitizeSlug } from '@/lib/publish/slug';

const fieldNames = ['slug', 'price', 'offer', 'status', 'units', 'isAvailable', 'inStock', 'isFeatured'] as const;

const toForm = (product: AdminProduct, locale: string) => ({
  slug: product.slug,
  price: writeEuros(product.price, locale),
  offer: product.offer === null ? '' : writeEuros(product.offer, locale),
  status: product.status as string,
  units: product.units === null ? '' : String(product.units),
  isAvailable: product.isAvailable,
  inStock: product.inStock,
  isFeatured: product.isFeatured,
});

/**
 * Edits a product as an admin, without its texts and pictures. While a revision is pending, the queue decides about the
 * state, unless the product on sale is taken down.
 */
export function ProductEdit({ product }: { product: AdminProduct }) {
  const t = useTranslations('admin.product');
  const names = useTranslations('dashboard.statuses');
  const locale = useLocale();
  const text = useProblemText('admin.product.errors');
  const router = useRouter();
  const form = useEditForm({
    name: `product:${product.id}`,
    loaded: toForm(product, locale),
    notes: { reason: '' },
    save: (edit, { reason }) => editProduct({ id: product.id, slugBefore: product.slug, edit, reason }),
    messages: (code) => (code === 'invalid' ? undefined : text(code)),
    onDone: () => {
      void toast('success', t('saved'));
      router.refresh();
    },
  });
  const { field, tick, fieldErrors, revise } = form;
  const transliterate = useTransliterate();
  const wrong = (name: string) => (fieldErrors[`edit.${name}`] ? text('invalid') : undefined);
  // A conflicting value has the database's format.
  function show(name: string, value: FieldValue): string | undefined {
    if (name === 'status') return names(productStatuses.find((known) => known === value) ?? 'pending');
    const isAmount = (name === 'price' || name === 'offer') && /^\d+(?:\.\d+)?$/.test(String(value));
    return isAmount ? writeEuros(String(value), locale) : undefined;
  }
  // `pending` cannot be chosen: the queue would not contain the product.
  const choices = productStatuses.filter((value) => value !== 'pending' || product.status === 'pending');

  return (
    <EditForm
      form={form}
      label={(name) => t(fieldNames.find((known) => known === name) ?? 'slug')}
      show={show}
      saveLabel={t('save')}
    >
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
        <Field
          label={t('slug')}
          maxLength={80}
          {...field('slug')}
          onChange={(event) => revise('slug', sanitizeSlug(event.target.value, transliterate))}
          error={wrong('slug')}
        />
        <Field
          label={t('price')}
          inputMode="decimal"
          hint={t('priceHint')}
          {...field('price')}
          error={wrong('price')}
        />
        <Field
          label={t('offer')}
          inputMode="decimal"
          hint={t('offerHint')}
          {...field('offer')}
          error={wrong('offer')}
        />
        {product.waitingRevision && product.status !== 'approved' ? (
          <div>
            <p className="mb-1.5 text-sm font-medium">{t('status')}</p>
            <p className="text-sm text-muted">{t('waiting')}</p>
            <TextLink href={`/moderation/${product.waitingRevision}`}>{t('toQueue')}</TextLink>
          </div>
        ) : (
          <Select
            label={t('status')}
            hint={product.waitingRevision && t('waitingOnSale')}
            {...field('status')}
            options={choices.map((value) => ({ value, label: names(value) }))}
          />
        )}
        <Field
          label={t('units')}
          inputMode="numeric"
          hint={t('unitsHint')}
          {...field('units')}
          error={wrong('units')}
        />
      </div>
      {form.values.status === 'rejected' && product.status !== 'rejected' && (
        <Field label={t('reason')} hint={t('reasonHint')} maxLength={longestReason} {...field('reason')} />
      )}
      <div className="flex flex-wrap gap-x-6">
        {(['isAvailable', 'inStock', 'isFeatured'] as const).map((name) => (
          <Check key={name} label={t(name)} {...tick(name)} />
        ))}
      </div>
    </EditForm>
  );
}
