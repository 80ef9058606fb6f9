'use client';

import { useTranslations } from 'next-intl';
import { type ComponentProps, useState } from 'react';
import { ProductCard } from '@/components/catalog/product/product-card';
import { Button } from '@/components/ui/button';
import { ButtonLink } from '@/components/ui/button-link';
import { onDemand } from '@/components/ui/on-demand';
import { ProductTools } from './product-tools-client';

const PagePreview = onDemand(() => import('./page-preview-client').then((module) => module.PagePreview));

type Props = Omit<ComponentProps<typeof PagePreview>, 'onClose'> & {
  product: (ComponentProps<typeof ProductTools>['product'] & { isOnSale: boolean }) | undefined;
};

/** The column beside the product form: its card, a preview of its page, and the tools of an existing product. */
export function EditorSide({ product, ...preview }: Props) {
  const t = useTranslations('publish');
  const [isShown, setShown] = useState(false);
  return (
    <aside
      aria-label={t('preview')}
      className="space-y-4 lg:sticky lg:top-20 lg:col-start-2 lg:row-span-2 lg:row-start-1 lg:max-h-[calc(100dvh-6rem-var(--floor))] lg:self-start lg:overflow-y-auto"
    >
      <p className="text-sm font-medium text-muted">{t('preview')}</p>
      <div inert className="mx-auto max-w-56 lg:max-w-52">
        <ProductCard
          product={preview.card}
          club={preview.club}
          isPreview
          hasPrice={preview.draft.price.trim() !== ''}
        />
      </div>
      <Button className="w-full" onClick={() => setShown(true)}>
        {t('pagePreview')}
      </Button>
      {product?.isOnSale && !product.isArchived && (
        <ButtonLink href={`/p/${product.slug}`} className="w-full">
          {t('seeInShop')}
        </ButtonLink>
      )}
      {product && <ProductTools product={product} />}
      {isShown && <PagePreview {...preview} onClose={() => setShown(false)} />}
    </aside>
  );
}
