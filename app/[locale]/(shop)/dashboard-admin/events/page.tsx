import { ListPage, listMetadata } from '@/components/admin/list-page';
import type { PageQuery } from '@/lib/core/http/page-query';

export const generateMetadata = () => listMetadata('events');

export default function EventsPage({ searchParams }: { searchParams: Promise<PageQuery> }) {
  return <ListPage name="events" searchParams={searchParams} />;
}
