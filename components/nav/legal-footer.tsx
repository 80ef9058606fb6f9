import { getTranslations } from 'next-intl/server';
import { PaymentMarks } from '@/components/ui/payment-marks';
import { paymentMarks } from '@/lib/payments/methods';
import { LegalLinks } from './legal-links';
import { TimeZoneNote } from './time-zone-note-client';

/** Legal links and payment brands in the footer of every page. */
export async function LegalStrip() {
  const t = await getTranslations('legal');
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-8 gap-y-4">
      <nav aria-label={t('title')}>
        <LegalLinks />
      </nav>
      <PaymentMarks marks={paymentMarks} label={t('payments')} />
      <TimeZoneNote>{t('timeZone')}</TimeZoneNote>
    </div>
  );
}

/** Footer of pages without the shop's navigation, as wide as their content. */
export function LegalFooter({ width = 'max-w-6xl' }: { width?: 'max-w-5xl' | 'max-w-6xl' }) {
  return (
    <footer className={`mx-auto mt-16 border-t border-line px-4 py-8 text-sm text-muted ${width}`}>
      <LegalStrip />
    </footer>
  );
}
