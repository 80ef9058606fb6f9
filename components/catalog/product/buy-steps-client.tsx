'use client';

import { useLocale, useTranslations } from 'next-intl';
import { type MouseEvent, useState } from 'react';
import { isUnknown, useKnown, useMe } from '@/components/account/use-me';
import { UnknownNote, useWhenKnown } from '@/components/account/use-when-known';
import { Button } from '@/components/ui/button';
import { ButtonLink } from '@/components/ui/button-link';
import { Gift } from '@/components/ui/icons/shop';
import { onDemand } from '@/components/ui/on-demand';
import { type BuyOffer, cartPath, type Offer } from '@/lib/catalog/offers';
import { type MainStep, type OtherStep, purchaseKind, stepsOf } from '@/lib/catalog/steps';
import type { Product } from '@/lib/catalog/types';
import { formatCents } from '@/lib/core/money';
import { clubPrice, upgradePrice } from '@/lib/pricing';
import { useLinkedCoupon } from './use-linked-coupon';

const LoginRequired = onDemand(() =>
  import('@/components/account/gate-dialogs-client').then((module) => module.LoginRequired),
);
const AccountDisabled = onDemand(() =>
  import('@/components/account/gate-dialogs-client').then((module) => module.AccountDisabled),
);
const StockAlert = onDemand(() => import('./stock-alert-client').then((module) => module.StockAlert));
const ClaimDialog = onDemand(() => import('./claim-dialog-client').then((module) => module.ClaimDialog));
const LinkedCoupon = onDemand(() => import('./linked-coupon-client').then((module) => module.LinkedCoupon));
const GiftDialog = onDemand(() =>
  import('@/components/catalog/gifts/gift-dialog-client').then((module) => module.GiftDialog),
);

/** Product data for the buttons. */
type BuyProduct = Pick<Product, 'id' | 'slug' | 'name' | 'clubOnly' | 'available' | 'inStock' | 'downloadable'>;
type Props = {
  product: BuyProduct;
  offer: BuyOffer;
  /**
   * The other editions: this one may upgrade a lower one, or be included in a higher one; the most expensive today
   * first.
   */
  others: Array<Pick<Offer, 'editionId' | 'name' | 'priceCents' | 'offerCents'>>;
  clubPercent: number;
};

const large = { size: 'large', className: 'w-full' } as const;
const small = 'min-w-0 flex-1 px-2 text-center leading-tight';

/**
 * Actions on an offer. The HTML is anonymous: it buys by a plain link, and the cart asks for the login. The signed-in
 * person changes the actions of the buttons, never their positions.
 */
export function BuySteps({ product, offer, others, clubPercent }: Props) {
  const t = useTranslations('product');
  const locale = useLocale();
  const state = useMe();
  const [dialog, setDialog] = useState<'login' | 'loginForGift' | 'disabled' | 'claim' | 'gift' | null>(null);
  const me = state.status === 'user' ? state.me : null;
  const isDisabled = me?.reputation === 'deshabilitado';
  const owned = useKnown((known) => known.owned[product.id]);
  const { main, other } = stepsOf(product, offer, me && { club: me.club, isDisabled, owned: owned ?? [] }, others);
  const ownedOffer = others.find(
    ({ editionId, priceCents }) =>
      priceCents < offer.priceCents && owned?.some((item) => !item.isLent && item.editionId === editionId),
  );
  const upgrade = upgradePrice(offer, ownedOffer ? [ownedOffer] : [], me?.club ? clubPercent : 0);
  const isUpgrade = upgrade.creditCents > 0 && (main.kind === 'buy' || main.kind === 'reserve');
  const coupon = useLinkedCoupon(product.slug);
  const href = cartPath(product.slug, offer, coupon);
  const isOnSale = product.available && product.inStock;
  const gift = useWhenKnown(() => setDialog(me ? (isDisabled ? 'disabled' : 'gift') : 'loginForGift'));

  /** The cart asks guests for their login in any case; this dialog first explains that they need an account. */
  function askForLogin(event: MouseEvent) {
    const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
    if (state.status !== 'guest' || !isPlain) return;
    event.preventDefault();
    setDialog('login');
  }

  function mainButton(step: MainStep) {
    switch (step.kind) {
      case 'owned':
        return (
          <ButtonLink href={`/profile/order/${step.orderId}`} prefetch={false} variant="buy" {...large}>
            {t(offer.reservation ? 'ownedReservation' : product.downloadable ? 'ownedDownload' : 'owned')}
          </ButtonLink>
        );
      case 'ownedHigher':
        return (
          <ButtonLink href={`/profile/order/${step.orderId}`} prefetch={false} variant="buy" {...large}>
            {t('ownedHigher', { name: step.name ?? t('standard') })}
          </ButtonLink>
        );
      case 'unavailable':
      case 'outOfStock':
        return (
          <Button {...large} disabled>
            {t(step.kind)}
          </Button>
        );
      case 'disabled':
        return (
          <Button variant="buy" {...large} onClick={() => setDialog('disabled')}>
            {t(purchaseKind(offer))}
          </Button>
        );
      case 'join':
        return (
          <ButtonLink href="/club" prefetch={false} variant="club" {...large}>
            {t('requiresClub')}
          </ButtonLink>
        );
      case 'claimWithClub':
        return (
          <Button variant="club" {...large} onClick={() => setDialog('claim')}>
            {t('claimClub.open')}
          </Button>
        );
      default:
        // Guests claim by the link, which asks for the login.
        return step.kind === 'claim' && me ? (
          <Button variant="buy" {...large} onClick={() => setDialog('claim')}>
            {t('claim')}
          </Button>
        ) : (
          <ButtonLink href={href} prefetch={false} variant="buy" {...large} onClick={askForLogin}>
            {isUpgrade && step.kind === 'buy' && upgrade.cents > 0
              ? t('upgrade', { price: formatCents(upgrade.cents, locale) })
              : t(step.kind)}
          </ButtonLink>
        );
    }
  }

  function otherButton(step: OtherStep) {
    if (step.kind === 'enter') {
      return (
        <ButtonLink href={href} prefetch={false} className={small}>
          {t('enter')}
        </ButtonLink>
      );
    }
    if (step.kind === 'openLent') {
      return (
        <ButtonLink href={`/profile/order/${step.orderId}`} prefetch={false} className={small}>
          {t('openLent')}
        </ButtonLink>
      );
    }
    return (
      <ButtonLink href={href} prefetch={false} className={small}>
        {t('keep', { price: formatCents(clubPrice(offer, clubPercent), locale) })}
      </ButtonLink>
    );
  }

  return (
    <div className="space-y-3" data-owned={product.id}>
      {mainButton(main)}
      {coupon && (main.kind === 'buy' || main.kind === 'reserve') && <LinkedCoupon code={coupon} />}
      {ownedOffer && isUpgrade && (
        <p className="text-sm font-medium text-good">
          {t('upgradeFrom', {
            name: ownedOffer.name ?? t('standard'),
            amount: formatCents(-upgrade.savedCents, locale),
          })}
        </p>
      )}
      {main.kind === 'outOfStock' && !isUnknown(state) && (
        <StockAlert productId={product.id} isGuest={!me} onGuest={() => setDialog('loginForGift')} />
      )}
      {(isOnSale || other) && (
        <div className="flex gap-3">
          {isOnSale && (
            <Button className={small} disabled={state.status === 'loading'} onClick={gift.press}>
              <Gift aria-hidden className="size-4 shrink-0" />
              {t('gift.open')}
            </Button>
          )}
          {other && otherButton(other)}
        </div>
      )}
      {isOnSale && <UnknownNote isAsked={gift.isAsked} />}
      {dialog === 'login' && <LoginRequired next={href} onClose={() => setDialog(null)} />}
      {dialog === 'loginForGift' && <LoginRequired onClose={() => setDialog(null)} />}
      {dialog === 'disabled' && <AccountDisabled onClose={() => setDialog(null)} />}
      {dialog === 'claim' && (
        <ClaimDialog
          product={product}
          editionId={offer.editionId}
          isFree={main.kind === 'claim'}
          onClose={() => setDialog(null)}
        />
      )}
      {dialog === 'gift' && me && (
        <GiftDialog
          me={me}
          product={product.name}
          href={href}
          clubOnly={product.clubOnly}
          onClose={() => setDialog(null)}
        />
      )}
    </div>
  );
}
