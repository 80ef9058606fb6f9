import { getFormatter, getTranslations } from 'next-intl/server';
import { MoreClientMessages } from '@/components/ui/i18n/client-messages';
import { getLicence } from '@/lib/api/licences/server';
import { FreeActivation, LicenceKey } from './order-licence-client';

/** The licence key of an order, and the servers on which it is active; renders nothing if the product has none. */
export async function OrderLicence({ orderId }: { orderId: string }) {
  const licence = await getLicence(orderId);
  if (!licence) return null;
  const [t, format] = await Promise.all([getTranslations('licence'), getFormatter()]);
  const { key, limit, activations } = licence;
  return (
    <MoreClientMessages namespaces={['licence']}>
      <section aria-labelledby="licence" className="space-y-3 rounded-card border border-line bg-surface p-5">
        <h2 id="licence" className="text-xl font-bold">
          {t('title')}
        </h2>
        <p className="text-muted">{t('text')}</p>
        <LicenceKey orderId={orderId} value={key} />
        <p className="font-semibold">{t('places', { used: activations.length, most: limit })}</p>
        {activations.length === 0 && <p className="text-sm text-muted">{t('nowhere')}</p>}
        <ul className="divide-y divide-line">
          {activations.map(({ id, name, seenAt }) => (
            <li key={id} className="flex flex-wrap items-center justify-between gap-3 py-2">
              <div className="min-w-0">
                <p className="font-mono wrap-anywhere">{name}</p>
                <p className="text-sm text-muted">{t('seen', { day: format.dateTime(new Date(seenAt), 'day') })}</p>
              </div>
              <FreeActivation id={id} name={name} />
            </li>
          ))}
        </ul>
      </section>
    </MoreClientMessages>
  );
}
