import { getTranslations } from 'next-intl/server';
import { classNames } from '@/components/ui/class-names';
import { MoreClientMessages } from '@/components/ui/i18n/client-messages';
import { CalendarClock, CircleCheck } from '@/components/ui/icons/shop';
import { Time } from '@/components/ui/time';
import { type Delivery, getDeliveries } from '@/lib/servers/order';
import { AskAgain, ChooseServer, RefreshWhileWaiting } from './delivery-tools-client';

const tones = {
  done: 'text-good',
  withdrawn: 'text-muted',
  withdrawing: 'text-warn',
  player: 'text-warn',
  coming: 'text-link',
  silent: 'text-warn',
  failed: 'text-bad',
} as const;

async function Sentence({ delivery: { state, server, player, contactAt, doneAt } }: { delivery: Delivery }) {
  const t = await getTranslations('deliveries');
  if (state === 'done' && doneAt) {
    return (
      <>
        <b>{t('done', { server })}</b> {t('at')} <Time at={doneAt} look="moment" />.
      </>
    );
  }
  if (state === 'silent' && contactAt) {
    return (
      <>
        {t('silent', { server })} <Time at={contactAt} look="moment" />. {t('trying')}
      </>
    );
  }
  if (state === 'silent') return `${t('silentNever', { server })} ${t('trying')}`;
  return t(state, { server, player });
}

/** Deliveries of an order to game servers; renders nothing for an order without any. */
export async function Deliveries({ orderId }: { orderId: string }) {
  const [t, { deliveries, choices }] = await Promise.all([getTranslations('deliveries'), getDeliveries(orderId)]);
  if (deliveries.length === 0 && choices.length === 0) return null;
  const isOpen = deliveries.some(({ state }) => !['done', 'withdrawn', 'failed'].includes(state));
  return (
    <MoreClientMessages namespaces={['deliveries']}>
      <section aria-labelledby="deliveries" className="space-y-3 rounded-card border border-line bg-surface p-5">
        <h2 id="deliveries" className="text-xl font-bold">
          {t('title')}
        </h2>
        {choices.length > 0 && <ChooseServer order={orderId} choices={choices} />}
        <ul className="space-y-3 empty:hidden">
          {deliveries.map((delivery) => {
            const Icon = delivery.state === 'done' ? CircleCheck : CalendarClock;
            return (
              <li key={delivery.serverId} className="flex items-start gap-3">
                <Icon aria-hidden className={classNames('size-6 shrink-0', tones[delivery.state])} />
                <div className="min-w-0 space-y-2 wrap-anywhere">
                  <p>
                    <Sentence delivery={delivery} />
                  </p>
                  {delivery.canRepeat && <AskAgain order={orderId} server={delivery.serverId} name={delivery.server} />}
                </div>
              </li>
            );
          })}
        </ul>
        {isOpen && <RefreshWhileWaiting />}
      </section>
    </MoreClientMessages>
  );
}
