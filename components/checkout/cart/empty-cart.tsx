import { getTranslations } from 'next-intl/server';
import { ButtonLink } from '@/components/ui/button-link';
import { EmptyState } from '@/components/ui/empty-state';
import { ShoppingCart } from '@/components/ui/icons/shop';

export async function EmptyCart() {
  const t = await getTranslations('cart');
  return (
    <EmptyState icon={<ShoppingCart />} title={t('emptyTitle')}>
      <p className="max-w-sm text-muted">{t('emptyText')}</p>
      <ButtonLink href="/" variant="buy">
        {t('continue')}
      </ButtonLink>
    </EmptyState>
  );
}
