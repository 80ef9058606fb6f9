import { useFormatter, useTranslations } from 'next-intl';
import { ButtonLink } from '@/components/ui/button-link';
import { Gift as GiftIcon } from '@/components/ui/icons/shop';
import { Notice } from '@/components/ui/notice';
import type { LinkedGift } from '@/lib/orders/gifts/types';
import { CollectGift } from './collect-gift-client';
import { GiftCover } from './gift-cover';

type Props = { gift: LinkedGift; token: string; isSignedIn: boolean; knownName: string; leastName: number };

/** The next step for a gift: see it, collect it, or sign in first. */
function Next({ gift, isSignedIn, ...form }: Props) {
  const t = useTranslations('gifts.linked');
  if (gift.mine)
    return (
      <div className="space-y-4">
        {gift.mine.role === 'da' && <Notice tone="warn">{t('own')}</Notice>}
        <ButtonLink href={`/profile/gift/${gift.mine.id}`} variant="buy" size="large" className="w-full">
          {t('see')}
        </ButtonLink>
      </div>
    );
  if (isSignedIn) return <CollectGift {...form} />;
  const next = encodeURIComponent(`/gift?regalo=${form.token}`);
  return (
    <div className="space-y-3">
      <p>{t('signIn')}</p>
      <ButtonLink href={`/login?mode=register&next=${next}`} variant="buy" size="large" className="w-full">
        {t('register')}
      </ButtonLink>
      <ButtonLink href={`/login?next=${next}`} size="large" className="w-full">
        {t('logIn')}
      </ButtonLink>
    </div>
  );
}

/** A gift for a visitor who has its link. */
export function LinkedGiftView(props: Props) {
  const t = useTranslations('gifts');
  const format = useFormatter();
  const { gift } = props;
  return (
    <div className="space-y-5">
      <h1 className="flex items-center gap-3 text-2xl font-extrabold wrap-anywhere">
        <GiftIcon aria-hidden className="size-7 shrink-0 text-good" />
        {gift.mine?.role === 'da' ? t('linked.ownTitle') : t('received.title', { name: gift.from })}
      </h1>
      <div className="flex gap-4">
        <GiftCover gift={gift} width={112} className="w-28 shadow-card" />
        <div className="min-w-0">
          <p className="text-lg font-bold wrap-anywhere">{gift.name}</p>
          {gift.edition && <p className="text-sm text-muted">{gift.edition}</p>}
        </div>
      </div>
      {gift.message && (
        <figure className="rounded-card border border-line bg-raised p-4">
          <figcaption className="mb-1 text-sm text-muted">{t('messageFrom', { name: gift.from })}</figcaption>
          <blockquote className="wrap-anywhere whitespace-pre-line">{gift.message}</blockquote>
        </figure>
      )}
      <Next {...props} />
      {!gift.mine && (
        <p className="text-sm text-muted">
          {t('linked.until', { date: format.dateTime(new Date(gift.expiresAt), 'day') })}
        </p>
      )}
    </div>
  );
}

/** Shown for any link without a gift. */
export function UnknownGift() {
  const t = useTranslations('gifts.linked');
  return (
    <>
      <h1 className="mb-2 text-2xl font-extrabold">{t('wrong')}</h1>
      <p className="mb-6 text-muted">{t('wrongText')}</p>
      <ButtonLink href="/" className="w-full">
        {t('home')}
      </ButtonLink>
    </>
  );
}
