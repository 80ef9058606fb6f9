import { getTranslations } from 'next-intl/server';
import { Button } from '@/components/ui/button';
import { ButtonLink } from '@/components/ui/button-link';
import { Field } from '@/components/ui/field';
import { Select } from '@/components/ui/select';
import { dayInSpain } from '@/lib/core/day';
import { type SaleFilter, saleDiscounts, saleStates } from '@/lib/creators/sales/types';
import type { CreatorProduct } from '@/lib/creators/types';

type Props = { filter: SaleFilter; products: Pick<CreatorProduct, 'id' | 'name'>[] };

/** Filters of the sales: a plain GET form, so that results have an address. */
export async function SalesFilter({ filter, products }: Props) {
  const t = await getTranslations('dashboard.sales');
  const today = dayInSpain();
  const any = { value: '', label: t('any') };
  return (
    <form
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
      <div className="flex gap-2 min-[20rem]:max-lg:col-span-2">
        <Button type="submit" variant="buy" className="h-12 grow">
          {t('apply')}
        </Button>
        {Object.values(filter).some(Boolean) && (
          <ButtonLink href="/dashboard/sales" variant="ghost" className="h-12">
            {t('clear')}
          </ButtonLink>
        )}
      </div>
    </form>
  );
}
