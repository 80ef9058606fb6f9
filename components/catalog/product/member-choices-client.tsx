'use client';

import { Gift } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { ButtonLink } from '@/components/ui/button-link';
import { onDemand } from '@/components/ui/on-demand';
import type { Me } from '@/lib/account/types';

const ClaimDialog = onDemand(() =>
  import('@/components/catalog/product/claim-dialog-client').then((module) => module.ClaimDialog),
);
const GiftDialog = onDemand(() =>
  import('@/components/catalog/gifts/gift-dialog-client').then((module) => module.GiftDialog),
);
const AccountDisabled = onDemand(() =>
  import('@/components/account/gate-dialogs-client').then((module) => module.AccountDisabled),
);

type Props = {
  me: Me;
  product: { id: string; name: string; clubOnly: boolean };
  editionId: string;
  /** The address of the cart with this product. */
  href: string;
  /** Whether it can be bought now. */
  isOnSale: boolean;
};

/**
 * What a signed-in person can do besides buying: give it as a gift, add it with the Club, or open its order if the Club
 * already lends it.
 */
export function MemberChoices({ me, product, editionId, href, isOnSale }: Props) {
  const t = useTranslations('product');
  const [dialog, setDialog] = useState<'gift' | 'claim' | 'disabled' | null>(null);
  const owned = me.owned.filter((item) => item.productId === product.id && item.editionId === (editionId || null));
  const lent = owned.every(({ isLent }) => isLent) ? owned[0] : undefined;
  const mayClaim = isOnSale && product.clubOnly && me.club && !editionId && owned.length === 0;
  const close = () => setDialog(null);
  return (
    <>
      {mayClaim && (
        <Button variant="club" className="w-full" onClick={() => setDialog('claim')}>
          {t('claimClub.open')}
        </Button>
      )}
      {lent && (
        <ButtonLink href={`/profile/order/${lent.orderId}`} className="w-full">
          {t('owned')}
        </ButtonLink>
      )}
      {isOnSale && (
        <Button className="w-full" onClick={() => setDialog(me.reputation === 'deshabilitado' ? 'disabled' : 'gift')}>
          <Gift aria-hidden className="size-4" />
          {t('gift.open')}
        </Button>
      )}
      {dialog === 'gift' && (
        <GiftDialog me={me} product={product.name} href={href} clubOnly={product.clubOnly} onClose={close} />
      )}
      {dialog === 'claim' && <ClaimDialog productId={product.id} name={product.name} onClose={close} />}
      {dialog === 'disabled' && <AccountDisabled onClose={close} />}
    </>
  );
}
