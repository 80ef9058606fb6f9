import { getTranslations } from 'next-intl/server';
import { Field } from '@/components/ui/field';
import { FilterButtons } from '@/components/ui/filter-buttons';
import { ListForm } from '@/components/ui/list-form';
import { Select } from '@/components/ui/select';
import { dayInSpain } from '@/lib/core/day';
import { type SaleFilter, saleDiscounts, saleStates } from '@/lib/creators/sales/types';
import type { CreatorProduct } from '@/lib/creators/types';

type Props = { filter: SaleFilter; products: Pick<CreatorProduct, 'id' | 'name'>[] };

/** Filters of the sales. */
export async function SalesFilter({ filter, products }: Props) {
  const t = await getTranslations('dashboard.sales');
  const today = dayInSpain();
  const any = { value: '', label: t('any') };
  return (
    <ListForm
      shown={JSON.stringify(filter)}
      action="/dashboard/sales"
      className="grid grid-cols-1 items-end gap-3 rounded-card border border-line bg-surface p-4 min-[20rem]:grid-cols-2 lg:grid-cols-6 min-[20rem]:max-lg:*:first:col-span-2"
    >
      <Select
        label={t('columns.product')}
        name="producto"
        defaultValue={filter.product ?? ''}
        options={[any, ...products.map(({ id, name }) => ({ value: id, label: name }))]}
      />
      <Select
        label={t('columns.state')}
        name="estado"
        defaultValue={filter.state ?? ''}
        options={[any, ...saleStates.map((state) => ({ value: state, label: t(`states.${state}`) }))]}
      />
      <Select
        label={t('discount')}
        name="descuento"
        defaultValue={filter.discount ?? ''}
        options={[any, ...saleDiscounts.map((discount) => ({ value: discount, label: t(`discounts.${discount}`) }))]}
      />
      <Field label={t('from')} type="date" name="desde" max={today} defaultValue={filter.from ?? ''} />
      <Field label={t('to')} type="date" name="hasta" max={today} defaultValue={filter.to ?? ''} />
      <FilterButtons
        path="/dashboard/sales"
        isNarrowed={Object.values(filter).some(Boolean)}
        applyLabel={t('apply')}
        clearLabel={t('clear')}
        className="min-[20rem]:max-lg:col-span-2"
      />
    </ListForm>
  );
}
