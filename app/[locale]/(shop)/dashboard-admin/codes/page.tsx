import { ListPage, listMetadata } from '@/components/admin/list-page';
import type { Query } from '@/lib/admin/query';

export const generateMetadata = () => listMetadata('codes');

export default function CodesPage({ searchParams }: { searchParams: Promise<Query> }) {
  return <ListPage name="codes" searchParams={searchParams} />;
}
