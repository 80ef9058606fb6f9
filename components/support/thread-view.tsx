import { getLocale, getTranslations } from 'next-intl/server';
import { BackLink } from '@/components/ui/back-link';
import { MoreClientMessages } from '@/components/ui/i18n/client-messages';
import { Link } from '@/components/ui/link-client';
import { Notice } from '@/components/ui/notice';
import { Time } from '@/components/ui/time';
import { formatCents } from '@/lib/core/money';
import { shortId } from '@/lib/core/short-id';
import type { Thread } from '@/lib/support/server';
import { deskPath } from '@/lib/support/types';
import { AnswerForm } from './answer-form-client';
import { CloseRequest } from './close-request-client';
import { DecideRefund } from './decide-refund-client';
import { RequestState } from './request-state';
import { SupportRefund } from './support-refund-client';

const link = 'inline-flex min-h-11 items-center font-semibold text-link underline-offset-4 hover:underline';

/** The purchase of a thread, with the facts that this party may see. */
async function Purchase({ thread }: { thread: Thread }) {
  const [t, locale] = await Promise.all([getTranslations('help'), getLocale()]);
  const { purchase, part } = thread;
  const coins = await getTranslations('payment');
  const amount = (cents: number) => (purchase?.inCoins ? coins('coins', { count: cents }) : formatCents(cents, locale));
  const orderPath = {
    cliente: `/profile/order/${thread.orderId}`,
    creador: `/dashboard/sales/${thread.orderId}`,
    tienda: null,
  }[part];
  const facts: Array<readonly [string, React.ReactNode]> = [
    ...(thread.asker ? [[t('facts.asker'), thread.asker] as const] : []),
    ...(thread.creator && part !== 'creador' ? [[t('facts.creator'), thread.creator] as const] : []),
    ...(thread.orderId ? [[t('facts.order'), shortId(thread.orderId)] as const] : []),
    ...(thread.reason ? [[t('facts.reason'), t(`reasons.${thread.reason}`)] as const] : []),
    ...(purchase ? [[t('facts.total'), amount(purchase.totalCents)] as const] : []),
    ...(purchase?.deliveredAt
      ? [[t('facts.delivered'), <Time key="d" at={purchase.deliveredAt} look="moment" />] as const]
      : []),
    ...(purchase && part === 'tienda'
      ? [
          [t('facts.downloads'), purchase.downloads] as const,
          [
            t('facts.consent'),
            purchase.agreedAt ? <Time key="c" at={purchase.agreedAt} look="moment" /> : t('facts.noConsent'),
          ] as const,
          [t('facts.left'), amount(purchase.leftCents)] as const,
        ]
      : []),
  ];
  if (facts.length === 0) return null;
  return (
    <section aria-labelledby="purchase" className="space-y-3 rounded-card border border-line bg-surface p-5">
      <h2 id="purchase" className="text-lg font-bold">
        {t('facts.title')}
      </h2>
      <dl className="space-y-2 text-sm">
        {facts.map(([name, value]) => (
          <div key={name} className="flex flex-wrap justify-between gap-x-4">
            <dt className="text-muted">{name}</dt>
            <dd className="ml-auto text-right font-semibold wrap-anywhere">{value}</dd>
          </div>
        ))}
      </dl>
      {purchase && part === 'tienda' && <p className="text-sm text-muted">{t(`teamRules.${purchase.rule}`)}</p>}
      <div className="flex flex-wrap gap-x-5 empty:hidden">
        {thread.orderId && orderPath && (
          <Link href={orderPath} className={link}>
            {t('openOrder')}
          </Link>
        )}
        {purchase && part !== 'creador' && (
          <Link
            href={`${part === 'tienda' ? '/dashboard-admin/payments' : '/profile/payment'}/${purchase.paymentId}`}
            className={link}
          >
            {t('openPayment')}
          </Link>
        )}
      </div>
    </section>
  );
}

/** One thread: its messages, and the actions of this party to it. */
export async function ThreadView({ thread }: { thread: Thread }) {
  const t = await getTranslations('help');
  const { part, state, kind, decision } = thread;
  const isOpen = state !== 'cerrada';
  const hasMoney = thread.purchase !== null && thread.purchase.leftCents > 0;
  const mayClose =
    part === 'tienda'
      ? kind !== 'reembolso' || decision !== null || !hasMoney
      : part === 'cliente' || thread.to === part;
  const subject = thread.product ?? t('general');
  const closed = part !== 'cliente' ? 'closed' : thread.orderId || thread.purchase ? 'closedAsker' : 'closedGeneral';
  return (
    <MoreClientMessages namespaces={['help']}>
      <div className="space-y-5">
        <BackLink href={deskPath[part]}>{t('back')}</BackLink>
        <div className="space-y-2">
          <h1 className="text-3xl font-extrabold wrap-anywhere">{subject}</h1>
          <RequestState request={thread} part={part} />
        </div>
        <div className="grid grid-cols-1 items-start gap-5 lg:grid-cols-[minmax(0,1fr)_19rem]">
          <div className="space-y-4">
            <ol aria-label={t('messages')} className="space-y-3">
              {thread.messages.map(({ id, from, text, at }) => (
                <li
                  key={id}
                  className={`rounded-card border p-4 ${from === part ? 'ml-6 border-line bg-raised sm:ml-12' : 'mr-6 border-line bg-surface sm:mr-12'}`}
                >
                  <p className="flex flex-wrap justify-between gap-x-4 text-sm text-muted">
                    <b className="text-ink">
                      {from === part
                        ? t('you')
                        : from === 'creador'
                          ? (thread.creator ?? t('parts.creador'))
                          : from === 'cliente'
                            ? (thread.asker ?? t('parts.cliente'))
                            : t('parts.tienda')}
                    </b>
                    <Time at={at} look="moment" />
                  </p>
                  <p className="mt-1 whitespace-pre-line wrap-anywhere">{text}</p>
                </li>
              ))}
            </ol>
            {decision === 'aceptada' && (
              <Notice tone={thread.refundState === 'rechazado' || thread.refundState === 'fallido' ? 'warn' : 'good'}>
                {t(`refunds.${thread.refundState ?? 'pedido'}`)}
              </Notice>
            )}
            {isOpen ? <AnswerForm id={thread.id} /> : <p className="text-muted">{t(closed)}</p>}
          </div>
          <div className="space-y-4">
            <Purchase thread={thread} />
            {part === 'tienda' &&
              kind === 'reembolso' &&
              isOpen &&
              decision !== 'aceptada' &&
              thread.purchase &&
              hasMoney && (
                <DecideRefund
                  id={thread.id}
                  left={thread.purchase.leftCents}
                  proposed={thread.purchase.proposedCents}
                  inCoins={thread.purchase.inCoins}
                  isRefused={decision === 'rechazada'}
                />
              )}
            {part === 'creador' && kind === 'reembolso' && isOpen && decision === null && (
              <SupportRefund id={thread.id} isDone={thread.creatorAgrees} />
            )}
            {isOpen && mayClose && <CloseRequest id={thread.id} part={part} />}
          </div>
        </div>
      </div>
    </MoreClientMessages>
  );
}
