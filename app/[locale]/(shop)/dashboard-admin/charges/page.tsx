import { ListPage, listMetadata } from '@/components/admin/list-page';
import type { Query } from '@/lib/admin/query';

export const generateMetadata = () => listMetadata('charges');

export default function ChargesPage({ searchParams }: { searchParams: Promise<Query> }) {
  return <ListPage name="charges" searchParams={searchParams} />;
}
