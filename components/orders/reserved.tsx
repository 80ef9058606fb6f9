import { useFormatter, useTranslations } from 'next-intl';
import { CalendarClock } from '@/components/ui/icons/shop';
import type { DownloadState } from '@/lib/orders/types';

type Props = { state: DownloadState | null; minecraftName: string | null; releaseDate: string | null | undefined };

/** A reservation that waits for its release: what happens then, and the day. */
export function Reserved({ state, minecraftName, releaseDate }: Props) {
  const t = useTranslations('orders.download');
  const format = useFormatter();
  return (
    <p className="flex items-start gap-3">
      <CalendarClock aria-hidden className="size-6 shrink-0 text-link" />
      <span>
        <b className="block">
          {state === 'reserva_por_nombre' ? t('byNameLater', { name: minecraftName ?? '' }) : t('reservation')}
        </b>
        {releaseDate && <span>{t('releaseDate', { date: format.dateTime(new Date(releaseDate), 'day') })}</span>}
      </span>
    </p>
  );
}
