import { useFormatter, useTranslations } from 'next-intl';
import { Notice } from '@/components/ui/notice';

/** States before payment that the product is a reservation, and its release date. */
export function ReservationNotice({ releaseDate }: { releaseDate: string | null }) {
  const t = useTranslations('cart');
  const format = useFormatter();
  return (
    <Notice tone="plain">
      {releaseDate ? t('reservationDate', { date: format.dateTime(new Date(releaseDate), 'day') }) : t('reservation')}
    </Notice>
  );
}
