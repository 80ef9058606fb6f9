'use client';

import { useLocale, useTranslations } from 'next-intl';
import { useEffect, useRef, useState } from 'react';
import { isUnknown, useMe } from '@/components/account/use-me';
import { Button } from '@/components/ui/button';
import { ButtonLink } from '@/components/ui/button-link';
import { onDemand } from '@/components/ui/on-demand';
import type { Edition } from '@/lib/catalog/types';
import { formatCents } from '@/lib/core/money';
import { clubPrice, displayPrice, type Price } from '@/lib/pricing';
import { PriceTag } from './price-tag';

const LoginRequired = onDemand(() =>
  import('@/components/account/gate-dialogs-client').then((module) => module.LoginRequired),
);
const MemberChoices = onDemand(() => import('./member-choices-client').then((module) => module.MemberChoices));
const AccountDisabled = onDemand(() =>
  import('@/components/account/gate-dialogs-client').then((module) => module.AccountDisabled),
);

type Props = {
  product: Price & {
    id: string;
    slug: string;
    name: string;
    lowestCents: number | null;
    clubOnly: boolean;
    reservation: boolean;
    available: boolean;
    inStock: boolean;
  };
  editions: Edition[];
  clubPercent: number;
};

/** Price, edition and the button that buys, whose text depends on the product and on the person. */
export function BuyBox({ product, editions, clubPercent }: Props) {
  const t = useTranslations('product');
  const locale = useLocale();
  const state = useMe();
  const [editionId, setEditionId] = useState('');
  const choice = useRef<HTMLSelectElement>(null);
  // Somebody may have chosen before the scripts came.
  useEffect(() => setEditionId(choice.current?.value ?? ''), []);
  const [dialog, setDialog] = useState<'login' | 'disabled' | null>(null);
  const edition = editions.find(({ id }) => id === editionId);
  const price = edition ?? product;
  const reservation = edition?.reservation ?? product.reservation;
  const me = state.status === 'user' ? state.me : null;
  const order = me?.owned.find(
    (item) => item.productId === product.id && item.editionId === (editionId || null) && !item.isLent,
  );
  const href = `/cart?producto=${product.slug}${editionId ? `&edicion=${editionId}` : ''}`;
  const label = displayPrice(price) === 0 ? t('claim') : reservation ? t('reserve') : t('buy');

  function action() {
    if (order)
      return (
        <ButtonLink href={`/profile/order/${order.orderId}`} size="large" className="w-full">
          {t('owned')}
        </ButtonLink>
      );
    if (!product.available || !product.inStock) {
      return (
        <Button size="large" className="w-full" disabled>
          {t(product.available ? 'outOfStock' : 'unavailable')}
        </Button>
      );
    }
    if (!me) {
      return (
        <Button
          variant="buy"
          size="large"
          className="w-full"
          disabled={isUnknown(state)}
          onClick={() => setDialog('login')}
        >
          {label}
        </Button>
      );
    }
    if (me.reputation === 'deshabilitado') {
      return (
        <Button variant="buy" size="large" className="w-full" onClick={() => setDialog('disabled')}>
          {label}
        </Button>
      );
    }
    if (product.clubOnly && !me.club) {
      return (
        <ButtonLink href="/club" variant="club" size="large" className="w-full">
          {t('requiresClub')}
        </ButtonLink>
      );
    }
    return (
      <ButtonLink href={href} variant="buy" size="large" className="w-full">
        {label}
      </ButtonLink>
    );
  }

  return (
    <>
      {editions.length > 0 && (
        <label className="block">
          <span className="mb-1.5 block text-sm font-medium">{t('edition')}</span>
          <select
            ref={choice}
            defaultValue=""
            onChange={(event) => setEditionId(event.target.value)}
            className="h-12 w-full rounded-control border border-line bg-canvas px-3 font-medium"
          >
            <option value="">{`${t('standard')} · ${formatCents(displayPrice(product), locale)}`}</option>
            {editions.map((item) => (
              <option
                key={item.id}
                value={item.id}
              >{`${item.name} · ${formatCents(displayPrice(item), locale)}`}</option>
            ))}
          </select>
        </label>
      )}
      <div aria-live="polite">
        <PriceTag price={price} clubPercent={clubPercent} large />
        {price.lowestCents !== null && (
          <p className="text-sm text-muted">{t('lowest', { amount: formatCents(price.lowestCents, locale) })}</p>
        )}
        {me?.club && clubPercent > 0 && displayPrice(price) > 0 && (
          <p className="text-sm text-muted">{`${t('clubApplied')} ${formatCents(clubPrice(price, clubPercent), locale)}`}</p>
        )}
      </div>
      {action()}
      {state.status === 'unavailable' && (
        <p role="status" className="text-sm text-muted">
          {t('unavailableAccount')}
        </p>
      )}
      {me && (
        <MemberChoices
          me={me}
          product={product}
          editionId={editionId}
          href={href}
          isOnSale={product.available && product.inStock}
        />
      )}
      {!me && product.available && product.inStock && (
        <Button className="w-full" disabled={isUnknown(state)} onClick={() => setDialog('login')}>
          {t('gift.open')}
        </Button>
      )}
      {dialog === 'login' && <LoginRequired onClose={() => setDialog(null)} />}
      {dialog === 'disabled' && <AccountDisabled onClose={() => setDialog(null)} />}
    </>
  );
}
