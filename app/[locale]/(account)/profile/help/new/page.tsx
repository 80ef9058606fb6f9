import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { getLocale, getTranslations } from 'next-intl/server';
import { AskForm } from '@/components/support/ask-form-client';
import { BackLink } from '@/components/ui/back-link';
import { MoreClientMessages } from '@/components/ui/i18n/client-messages';
import { Link } from '@/components/ui/link-client';
import { Notice } from '@/components/ui/notice';
import { requireMe } from '@/lib/account/server';
import { type PageQuery, textOf } from '@/lib/core/http/page-query';
import { getPurchaseHelp } from '@/lib/support/server';
import { mayAskRefund, type RefundReason, refundReasons, type Topic, threadPath, topics } from '@/lib/support/types';

type Props = { searchParams: Promise<PageQuery> };

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('help'))('ask'), robots: { index: false } };
}

/** The right of withdrawal needs no other reason; without this right, there must be a fault. */
const reasonsFor = (hasRight: boolean): RefundReason[] =>
  hasRight ? ['desistimiento'] : refundReasons.filter((reason) => reason !== 'desistimiento');

/** Asks the shop or the creator, with an order (`?pedido=`) or a payment (`?pago=`) attached, or without. */
export default async function AskPage({ searchParams }: Props) {
  const query = await searchParams;
  const [orderId, paymentId] = [textOf(query.pedido) || null, textOf(query.pago) || null];
  const me = await requireMe('/profile/help/new', query);
  const [t, locale] = await Promise.all([getTranslations('help'), getLocale()]);
  const help = orderId || paymentId ? await getPurchaseHelp(orderId, orderId ? null : paymentId, locale) : null;
  if ((orderId || paymentId) && !help) notFound();
  const offered: Topic[] = topics.filter(
    (topic) =>
      topic === 'tienda' ||
      (topic === 'creador' && help?.creator) ||
      (topic === 'reembolso' && mayAskRefund(help?.rule ?? null)),
  );
  const open = help?.requests.filter(({ state }) => state !== 'cerrada') ?? [];
  const hasRight = help?.rule === 'desistimiento' || help?.rule === 'uncoins';
  return (
    <MoreClientMessages namespaces={['help']}>
      <div className="max-w-2xl space-y-5">
        <BackLink
          href={orderId ? `/profile/order/${orderId}` : paymentId ? `/profile/payment/${paymentId}` : '/profile/help'}
        >
          {t(orderId ? 'backToOrder' : paymentId ? 'backToPayment' : 'back')}
        </BackLink>
        <div>
          <h1 className="text-3xl font-extrabold">{t('ask')}</h1>
          {help?.product && <p className="mt-1 text-lg text-muted wrap-anywhere">{help.product}</p>}
        </div>
        {open.length > 0 && (
          <Notice tone="warn">
            <span className="block">{t('alreadyOpen')}</span>
            {open.map((request) => (
              <Link
                key={request.id}
                href={threadPath('cliente', request.id)}
                className="inline-flex min-h-11 items-center font-semibold underline underline-offset-4"
              >
                {t(
                  request.kind === 'reembolso' ? 'followRefund' : request.to === 'creador' ? 'followCreator' : 'follow',
                )}
              </Link>
            ))}
          </Notice>
        )}
        {help?.rule && <p className="text-sm text-muted">{t(`rules.${help.rule}`)}</p>}
        <AskForm
          orderId={orderId}
          paymentId={orderId ? null : paymentId}
          topics={offered}
          first={offered.find((topic) => topic === query.sobre) ?? offered[0] ?? 'tienda'}
          reasons={reasonsFor(hasRight)}
          creator={help?.creator ?? ''}
          keptAs={`ask:${me.id}:${orderId ?? paymentId ?? 'shop'}`}
        />
      </div>
    </MoreClientMessages>
  );
}
