'use client';

import { useLocale, useTranslations } from 'next-intl';
import { Dialog } from 'radix-ui';
import { ProductView } from '@/components/catalog/product/product-view';
import { X } from '@/components/ui/icons/shop';
import { useReturnFocus } from '@/components/ui/use-return-focus';
import type { ProductCardData } from '@/lib/catalog/types';
import type { ClubOffer } from '@/lib/pricing';
import { previewProduct } from '@/lib/publish/preview';
import type { OwnChoice, ProductDraft } from '@/lib/publish/types';

type Props = {
  card: ProductCardData;
  draft: ProductDraft;
  own: OwnChoice[];
  club: ClubOffer;
  onClose: () => void;
};

/** Preview of the draft as a product page without interaction. */
export function PagePreview({ card, draft, own, club, onClose }: Props) {
  const t = useTranslations('publish');
  const returnFocus = useReturnFocus();
  return (
    <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Content
          aria-describedby={undefined}
          onCloseAutoFocus={returnFocus}
          className="fixed inset-0 z-50 overflow-x-hidden overflow-y-auto bg-canvas p-4 sm:p-8"
        >
          <div className="mb-4 flex items-center justify-between">
            <Dialog.Title className="font-bold">{t('pagePreview')}</Dialog.Title>
            <Dialog.Close
              aria-label={t('closePreview')}
              className="grid size-11 place-items-center rounded-control hover:bg-raised"
            >
              <X aria-hidden className="size-5" />
            </Dialog.Close>
          </div>
          <div inert className="mx-auto max-w-6xl">
            <ProductView product={previewProduct(card, draft, own, useLocale())} club={club} />
          </div>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
