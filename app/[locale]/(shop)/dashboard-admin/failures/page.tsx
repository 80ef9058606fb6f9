import { ListPage, listMetadata } from '@/components/admin/list-page';
import type { Query } from '@/lib/admin/query';

export const generateMetadata = () => listMetadata('failures');

export default function FailuresPage({ searchParams }: { searchParams: Promise<Query> }) {
  return <ListPage name="failures" searchParams={searchParams} />;
}
