import { useFormatter, useTranslations } from 'next-intl';
import { Notice } from '@/components/ui/notice';

/** Says before paying that something is a reservation, and when it comes out. */
export function ReservationNotice({ releaseDate }: { releaseDate: string | null }) {
  const t = useTranslations('cart');
  const format = useFormatter();
  return (
    <Notice tone="plain">
      {releaseDate ? t('reservationDate', { date: format.dateTime(new Date(releaseDate), 'day') }) : t('reservation')}
    </Notice>
  );
}
