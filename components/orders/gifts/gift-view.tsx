import { useFormatter, useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { ReportButton } from '@/components/moderation/reports/report-button-client';
import { BackLink } from '@/components/ui/back-link';
import { Badge } from '@/components/ui/badge';
import { MessageCircle } from '@/components/ui/icons/desk';
import { Gift as GiftIcon } from '@/components/ui/icons/shop';
import { Link } from '@/components/ui/link-client';
import { MailAddress } from '@/components/ui/mail-address';
import { Notice } from '@/components/ui/notice';
import type { Gift, GiftDetail } from '@/lib/orders/gifts/types';
import { GiftCover } from './gift-cover';
import { GiftGoods } from './gift-goods';
import { GiftLinkBox } from './gift-link-client';
import { OpenGift } from './open-gift-client';
import { RemindOfGift } from './remind-of-gift-client';

/** Message of a gift, as written. */
function Message({ gift }: { gift: Gift }) {
  const t = useTranslations('gifts');
  if (!gift.message) return null;
  return (
    <figure className="rounded-card border border-line bg-surface p-5">
      <figcaption className="mb-2 flex items-center gap-2 text-sm text-muted">
        <MessageCircle aria-hidden className="size-4" />
        {t('messageFrom', { name: gift.from.name })}
      </figcaption>
      <blockquote className="text-lg wrap-anywhere whitespace-pre-line">{gift.message}</blockquote>
    </figure>
  );
}

function Page({ gift, title, text, children }: { gift: Gift; title: string; text: string; children: ReactNode }) {
  const t = useTranslations('gifts');
  return (
    <div className="space-y-5">
      <BackLink href="/profile/orders">{t('back')}</BackLink>
      <div>
        <h1 className="flex items-center gap-3 text-3xl font-extrabold wrap-anywhere">
          <GiftIcon aria-hidden className="size-8 shrink-0 text-good" />
          <span className="min-w-0">
            <MailAddress>{title}</MailAddress>
          </span>
        </h1>
        <p className="mt-2 text-muted">{text}</p>
      </div>
      <div className="grid grid-cols-1 items-start gap-5 sm:grid-cols-[11rem_minmax(0,1fr)] lg:grid-cols-[14rem_minmax(0,1fr)] lg:gap-8">
        <div className="flex gap-4 sm:block sm:space-y-3">
          <GiftCover gift={gift} width={224} className="w-28 shadow-card sm:w-full" />
          <div className="min-w-0">
            <p className="text-lg font-bold">{gift.name}</p>
            {gift.edition && <p className="text-sm text-muted">{gift.edition}</p>}
          </div>
        </div>
        <div className="space-y-5">{children}</div>
      </div>
    </div>
  );
}

/** A gift for its recipient: the giver and the open button; after opening, its products. */
export function ReceivedGift({ gift, ...names }: { gift: GiftDetail; knownName: string; leastName: number }) {
  const t = useTranslations('gifts.received');
  const giver = gift.from.name;
  const isGone = gift.orders.every(({ download }) => download === 'revocado');
  const isOpen = gift.openedAt !== null;
  return (
    <Page
      gift={gift}
      title={t('title', { name: giver })}
      text={t(isGone ? 'gone' : isOpen ? 'opened' : 'text', { product: gift.name })}
    >
      <Message gift={gift} />
      {!isGone && !isOpen && (
        <section className="rounded-card border border-line bg-surface p-5">
          <OpenGift id={gift.id} needsName={gift.needsName} {...names} />
        </section>
      )}
      {!isGone && isOpen && <GiftGoods gift={gift} />}
      {isGone && <Notice tone="warn">{t('goneText')}</Notice>}
      <ReportButton kind="usuario" id={gift.from.id} name={giver} />
    </Page>
  );
}

/** State of a gift for the giver. */
function GiftStateText({ gift, name }: { gift: GiftDetail; name: string }) {
  const t = useTranslations('gifts.states');
  const format = useFormatter();
  const date = (text: string | null) => (text ? format.dateTime(new Date(text), 'day') : '');
  if (gift.state === 'por_recoger' && gift.link) {
    const { email, sentAt, expiresAt } = gift.link;
    const how = email === null ? 'byLink' : sentAt === null ? 'byMailLater' : 'byMail';
    return t(`por_recoger.${how}`, { name, sent: date(sentAt ?? gift.day), until: date(expiresAt) });
  }
  if (gift.state === 'por_recoger') return t('por_recoger.closed');
  const moment = gift.state === 'abierto' ? gift.openedAt : gift.day;
  return t(gift.state, { name, date: date(moment) });
}

type GivenProps = {
  gift: GiftDetail;
  /** Origin of the shop, for the link. */
  siteUrl: string;
  children?: ReactNode;
};

/** A gift for its giver: recipient, message, its link if it has one, and whether it was opened. */
export function GivenGift({ gift, siteUrl, children }: GivenProps) {
  const t = useTranslations('gifts.sent');
  const name = gift.to || t('whoever');
  const badges = useTranslations('gifts.badges');
  return (
    <Page gift={gift} title={t('title', { name })} text={t('text', { product: gift.name, name })}>
      <section aria-labelledby="gift-state" className="space-y-3 rounded-card border border-line bg-surface p-5">
        <h2 id="gift-state" className="flex flex-wrap items-center gap-3 text-xl font-bold">
          {t('state')}
          <Badge>{badges(gift.state)}</Badge>
        </h2>
        <p>
          <GiftStateText gift={gift} name={name} />
        </p>
        {gift.link && <GiftLinkBox id={gift.id} href={`${siteUrl}${gift.link.path}`} email={gift.link.email} />}
        {children && <div>{children}</div>}
        {gift.mayRemind && <RemindOfGift id={gift.id} recipient={gift.to} />}
        <Link
          href={`/profile/payment/${gift.id}`}
          className="inline-flex min-h-11 items-center font-semibold text-link underline-offset-4 hover:underline"
        >
          {t('payment')}
        </Link>
      </section>
      <Message gift={gift} />
    </Page>
  );
}
