'use client';

import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { ChooseBox } from '@/components/panel/many/choose-box';
import { useManyAtOnce } from '@/components/panel/many/use-many-at-once';
import { Button } from '@/components/ui/button';

const boxName = 'product';

/** Selection box of a product's row. */
export const ChooseProduct = ({ id, label }: { id: string; label: string }) => (
  <ChooseBox name={boxName} item={{ id }} label={label} />
);

/** Selects the products of the page, and opens the bulk edit of the selected ones. */
export function ChosenProducts() {
  const t = useTranslations('dashboard.choose');
  const router = useRouter();
  const { chosen, toggle } = useManyAtOnce(boxName);
  const query = new URLSearchParams(chosen.map(({ id }) => ['producto', id]));
  return (
    <div className="flex flex-wrap items-center gap-3">
      <Button onClick={toggle}>{t(chosen.length === 0 ? 'all' : 'none')}</Button>
      <Button disabled={chosen.length === 0} onClick={() => router.push(`/dashboard/products?${query}`)}>
        {t('edit')}
      </Button>
      <p role="status" className="text-sm text-muted">
        {t('chosen', { count: chosen.length })}
      </p>
    </div>
  );
}
