import { getLocale, getTranslations } from 'next-intl/server';
import { ButtonLink } from '@/components/ui/button-link';
import { MoreClientMessages } from '@/components/ui/i18n/client-messages';
import { LifeBuoy } from '@/components/ui/icons/shop';
import { Link } from '@/components/ui/link-client';
import { getPurchaseHelp } from '@/lib/support/server';
import { mayAskRefund, type Topic, threadPath } from '@/lib/support/types';
import { CancelPurchase } from './cancel-purchase-client';

type Props = { orderId?: string; paymentId?: string };

/** Help options for an order or payment of the signed-in person, and the threads about it. */
export async function PurchaseHelp({ orderId = '', paymentId = '' }: Props) {
  const [t, help] = await Promise.all([
    getTranslations('help'),
    getPurchaseHelp(orderId || null, orderId ? null : paymentId, await getLocale()),
  ]);
  if (!help) return null;
  const about = orderId ? `pedido=${orderId}` : `pago=${paymentId}`;
  const topics: Topic[] = [
    ...(help.creator ? (['creador'] as const) : []),
    'tienda',
    ...(mayAskRefund(help.rule) ? (['reembolso'] as const) : []),
  ];
  const open = help.requests.filter(({ state }) => state !== 'cerrada');
  return (
    <section aria-labelledby="help" className="space-y-3 rounded-card border border-line bg-surface p-5">
      <h2 id="help" className="flex items-center gap-2 text-xl font-bold">
        <LifeBuoy aria-hidden className="size-5" />
        {t('ofOrder')}
      </h2>
      {help.rule && <p className="text-sm text-muted">{t(`rules.${help.rule}`)}</p>}
      <ul className="space-y-1 empty:hidden">
        {open.map((request) => (
          <li key={request.id}>
            <Link
              href={threadPath('cliente', request.id)}
              className="inline-flex min-h-11 items-center font-semibold text-link underline-offset-4 hover:underline"
            >
              {t(request.kind === 'reembolso' ? 'followRefund' : request.to === 'creador' ? 'followCreator' : 'follow')}
            </Link>
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-3">
        {help.rule === 'cancelable' && help.paymentId && (
          <MoreClientMessages namespaces={['help']}>
            <CancelPurchase paymentId={help.paymentId} name={help.product ?? ''} />
          </MoreClientMessages>
        )}
        {topics.map((topic) => (
          <ButtonLink
            key={topic}
            href={`/profile/help/new?${about}&sobre=${topic}`}
            prefetch={false}
            className="wrap-anywhere"
          >
            {t(`topics.${topic}`, { name: help.creator ?? '' })}
          </ButtonLink>
        ))}
      </div>
    </section>
  );
}
