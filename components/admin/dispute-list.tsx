import { getFormatter, getLocale, getTranslations } from 'next-intl/server';
import { Badge } from '@/components/ui/badge';
import { ButtonLink } from '@/components/ui/button-link';
import { EmptyState } from '@/components/ui/empty-state';
import { Scale } from '@/components/ui/icons/desk';
import { Notice } from '@/components/ui/notice';
import { PageLinks } from '@/components/ui/page-links';
import { Time } from '@/components/ui/time';
import {
  countClubDisputes,
  type Dispute,
  listDecidedDisputes,
  listOpenDisputes,
  listRefunds,
  type RefundRow,
} from '@/lib/admin/disputes';
import { inLanguage } from '@/lib/catalog/rows';
import { formatCents } from '@/lib/core/money';
import { refundReason } from '@/lib/core/money/refund-reason';
import { DisputeReason } from './dispute-reason';
import { RowLink } from './row-link';

const path = '/dashboard-admin/disputes';
const soonMs = 48 * 60 * 60 * 1000;

async function DisputeCard({ dispute }: { dispute: Dispute }) {
  const [t, locale, format] = await Promise.all([getTranslations('admin.disputes'), getLocale(), getFormatter()]);
  const name = inLanguage(locale, dispute.name, dispute.nameEn);
  const isUrgent = dispute.isAnswerable && dispute.dueAt !== null && Date.parse(dispute.dueAt) - Date.now() < soonMs;
  return (
    <article
      aria-label={`${name}, ${dispute.buyer}`}
      className="h-full space-y-2 rounded-card border border-line bg-surface p-5"
    >
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 className="text-xl font-bold tabular-nums">{formatCents(dispute.cents, locale)}</h2>
        <Badge>{t(`phases.${dispute.phase}`)}</Badge>
      </div>
      <p className="font-semibold break-words">{name}</p>
      <p className="text-sm text-muted">
        <span>
          {dispute.buyer} · {t(`providers.${dispute.provider}`)}
        </span>
        {dispute.reason && (
          <>
            {' · '}
            <DisputeReason reason={dispute.reason} />
          </>
        )}
      </p>
      {dispute.isOpen && (
        <p className={isUrgent ? 'text-sm font-semibold text-bad' : 'text-sm'}>
          {dispute.dueAt
            ? t('dueBy', {
                date: format.dateTime(new Date(dispute.dueAt), 'moment'),
                left: format.relativeTime(new Date(dispute.dueAt), new Date()),
              })
            : t('noDeadline')}
        </p>
      )}
      <p className="text-sm">{t(`answers.${dispute.answer}`)}</p>
      <RowLink href={`${path}/${dispute.id}`}>
        {t(dispute.isAnswerable && dispute.answer !== 'enviada' ? 'answer' : 'see')}
      </RowLink>
    </article>
  );
}

async function RefundCard({ refund }: { refund: RefundRow }) {
  const [t, states, p, reasons, locale] = await Promise.all([
    getTranslations('admin.disputes'),
    getTranslations('admin.payment.refundStates'),
    getTranslations('payment'),
    getTranslations('mail.refundReasons'),
    getLocale(),
  ]);
  const name = inLanguage(locale, refund.name, refund.nameEn);
  const money = (cents: number) => (refund.inCoins ? p('coins', { count: cents }) : formatCents(cents, locale));
  return (
    <article
      aria-label={`${name}, ${refund.buyer}`}
      className="h-full space-y-2 rounded-card border border-line bg-surface p-5"
    >
      <h2 className="font-bold">{states(refund.state, { amount: money(refund.cents) })}</h2>
      <p className="text-sm text-muted">
        {refund.cents < refund.totalCents ? t('part', { total: money(refund.totalCents) }) : t('whole')}
      </p>
      <p className="font-semibold break-words">{name}</p>
      <p className="text-sm text-muted">
        {refund.buyer} · <Time at={refund.at} look="moment" />
      </p>
      <p className="text-sm">
        <span>{refund.orderedBy ? t('orderedBy', { name: refund.orderedBy }) : t('orderedByNobody')}</span>
        {refund.reason && <span>{` · ${refundReason(reasons, refund.reason)}`}</span>}
      </p>
      <RowLink href={`/dashboard-admin/payments/${refund.paymentId}`}>{t('payment')}</RowLink>
    </article>
  );
}

export const deskViews = ['abiertas', 'decididas', 'devoluciones'] as const;
export type DeskView = (typeof deskViews)[number];

/** Disputes, open or decided, and refunds. */
export async function DisputeList({ view, after }: { view: DeskView; after: unknown }) {
  const t = await getTranslations('admin.disputes');
  const refunds = view === 'devoluciones' ? await listRefunds(after) : null;
  const decided = view === 'decididas' ? await listDecidedDisputes(after) : null;
  const disputes = decided?.rows ?? (refunds ? [] : await listOpenDisputes());
  const clubCount = view === 'abiertas' ? await countClubDisputes() : 0;
  const next = refunds?.next ?? decided?.next ?? null;
  const isEmpty = disputes.length + (refunds?.rows.length ?? 0) === 0;
  return (
    <div className="space-y-4">
      <nav aria-label={t('views')} className="flex flex-wrap gap-2">
        {deskViews.map((name) => (
          <ButtonLink
            key={name}
            href={name === 'abiertas' ? path : `${path}?ver=${name}`}
            aria-current={name === view ? 'page' : undefined}
            variant={name === view ? 'secondary' : 'ghost'}
          >
            {t(`view.${name}`)}
          </ButtonLink>
        ))}
      </nav>
      {clubCount > 0 && (
        <Notice tone="warn">
          {t('club', { count: clubCount })} <RowLink href="/dashboard-admin/cases">{t('toCases')}</RowLink>
        </Notice>
      )}
      {isEmpty && <EmptyState icon={<Scale />} title={t(`none.${view}`)} />}
      <ul className="grid grid-cols-1 gap-4 md:grid-cols-2 xl:grid-cols-3">
        {disputes.map((dispute) => (
          <li key={dispute.id}>
            <DisputeCard dispute={dispute} />
          </li>
        ))}
        {refunds?.rows.map((refund) => (
          <li key={refund.id}>
            <RefundCard refund={refund} />
          </li>
        ))}
      </ul>
      <PageLinks
        newest={Boolean(after) && `${path}?ver=${view}`}
        older={next && `${path}?ver=${view}&antes=${encodeURIComponent(next)}`}
      />
    </div>
  );
}
