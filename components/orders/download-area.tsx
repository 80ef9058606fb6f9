import { useFormatter, useTranslations } from 'next-intl';
import { Button } from '@/components/ui/button';
import { buttonStyles } from '@/components/ui/button-styles';
import { CalendarClock, CircleCheck, Download } from '@/components/ui/icons/shop';
import { Notice } from '@/components/ui/notice';
import { type DownloadProblem, isByName, type OrderDetail } from '@/lib/orders/types';
import { Reserved } from './reserved';

function Unavailable({ text }: { text: string }) {
  const t = useTranslations('orders.download');
  return (
    <>
      <Button size="large" className="w-full sm:w-auto" disabled>
        <Download aria-hidden className="size-5" />
        {t('button')}
      </Button>
      <p className="text-sm text-muted">{text}</p>
    </>
  );
}

function Waiting({ order }: { order: OrderDetail }) {
  const t = useTranslations('orders.download');
  const format = useFormatter();
  const release = order.product?.releaseDate;
  return (
    <>
      <Unavailable text={t('reservation')} />
      {release && (
        <p className="flex items-center gap-2 font-medium">
          <CalendarClock aria-hidden className="size-5 text-link" />
          {t('releaseDate', { date: format.dateTime(new Date(release), 'day') })}
        </p>
      )}
    </>
  );
}

/** Download button, or the reason why there is none (docs/behaviour/orders.md, "Download area"). */
export function DownloadArea({
  order,
  supportEmail,
  problem,
}: {
  order: OrderDetail;
  supportEmail: string;
  problem: DownloadProblem | undefined;
}) {
  const t = useTranslations('orders');
  const { download } = order;
  const byName = download === 'en_whitelist' ? 'whitelist' : 'byName';
  // Delivery by player name waits until the gift is opened; another part of the page links there.
  if (download === 'revocado' || download === 'sin_nombre') return null;
  return (
    <section aria-labelledby="download" className="space-y-3 rounded-card border border-line bg-surface p-5">
      <h2 id="download" className="text-xl font-bold">
        {t('download.title')}
      </h2>
      {problem && <Notice tone="bad">{t(`download.problems.${problem}`)}</Notice>}
      {download === 'disponible' && (
        <>
          <a
            href={`/api/download/${order.id}`}
            className={buttonStyles({ variant: 'buy', size: 'large', className: 'w-full sm:w-auto' })}
          >
            <Download aria-hidden className="size-5" />
            {t('download.button')}
          </a>
          <p className="text-sm text-muted">{t('download.ready')}</p>
          {order.downloads > 0 && (
            <p className="text-sm text-muted">{t('download.times', { count: order.downloads })}</p>
          )}
        </>
      )}
      {download === 'reserva' && <Waiting order={order} />}
      {download === 'reserva_por_nombre' && (
        <Reserved state={download} minecraftName={order.minecraftName} releaseDate={order.product?.releaseDate} />
      )}
      {download === 'en_cuarentena' && <Unavailable text={t('download.quarantine')} />}
      {download === 'sin_enlace' && (
        <>
          <Unavailable text={t('download.missing')} />
          <a
            href={`mailto:${supportEmail}`}
            className="inline-flex min-h-11 items-center font-semibold text-link underline"
          >
            {t('detail.contact')}
          </a>
        </>
      )}
      {isByName(download) && (
        <p className="flex items-start gap-3">
          <CircleCheck aria-hidden className="size-6 shrink-0 text-good" />
          <span>
            <b className="block">{t(`download.${byName}`)}</b>
            <span className="text-sm text-muted">
              {t(`download.${byName}Text`, { name: order.minecraftName ?? '' })}
            </span>
          </span>
        </p>
      )}
    </section>
  );
}
