import { getFormatter, getTranslations } from 'next-intl/server';
import { Notice } from '@/components/ui/notice';

/** Says before paying that something is a reservation, and when it comes out. */
export async function ReservationNotice({ releaseDate }: { releaseDate: string | null }) {
  const [t, format] = await Promise.all([getTranslations('cart'), getFormatter()]);
  return (
    <Notice tone="plain">
      {releaseDate ? t('reservationDate', { date: format.dateTime(new Date(releaseDate), 'day') }) : t('reservation')}
    </Notice>
  );
}
