import { ListPage, listMetadata } from '@/components/admin/list-page';
import { EventsTable } from '@/components/admin/lists/events';
import { eventChoices } from '@/lib/admin/events';
import type { Query } from '@/lib/admin/query';

export const generateMetadata = () => listMetadata('events');

export default function EventsPage({ searchParams }: { searchParams: Promise<Query> }) {
  return (
    <ListPage title="events" searchParams={searchParams} choices={eventChoices}>
      {(filter) => <EventsTable filter={filter} />}
    </ListPage>
  );
}
