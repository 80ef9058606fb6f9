import { Webhook } from 'lucide-react';
import { getFormatter, getTranslations } from 'next-intl/server';
import { eventChoices, listedEvent } from '@/lib/admin/events';
import { type ListFilter, readList } from '@/lib/admin/lists';
import { AdminList } from './list';

const columns = ['date', 'provider', 'kind', 'id', 'handled'] as const;

/** Events from Stripe and PayPal, searched by id or by the beginning of their kind. */
export async function EventsTable({ filter }: { filter: ListFilter }) {
  const [t, format, found] = await Promise.all([
    getTranslations('admin.eventList'),
    getFormatter(),
    readList('eventos', filter, listedEvent),
  ]);
  return (
    <AdminList
      list="eventos"
      path="/dashboard-admin/events"
      filter={filter}
      found={found}
      searchLabel={t('search')}
      choice={{ label: t('show'), options: eventChoices.map((choice) => [choice, t(`choices.${choice}`)]) }}
      columns={columns.map((column) => t(column))}
      icon={<Webhook />}
      empty={t('empty')}
      failed={t('failed')}
    >
      {(event) => (
        <tr key={event.id} className="hover:bg-raised">
          <td className="whitespace-nowrap">{format.dateTime(new Date(event.receivedAt), 'moment')}</td>
          <td>{t(`choices.${event.provider}`)}</td>
          <td className="font-mono text-xs">{event.kind}</td>
          <td className="font-mono text-xs">{event.eventId}</td>
          <td className="whitespace-nowrap">
            {event.handledAt ? format.dateTime(new Date(event.handledAt), 'moment') : t('waiting')}
          </td>
        </tr>
      )}
    </AdminList>
  );
}
