import { ListPage, listMetadata } from '@/components/admin/list-page';
import type { Query } from '@/lib/admin/query';

export const generateMetadata = () => listMetadata('events');

export default function EventsPage({ searchParams }: { searchParams: Promise<Query> }) {
  return <ListPage name="events" searchParams={searchParams} />;
}
