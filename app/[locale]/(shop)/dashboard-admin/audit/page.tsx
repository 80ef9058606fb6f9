import { ListPage, listMetadata } from '@/components/admin/list-page';
import type { Query } from '@/lib/admin/query';

export const generateMetadata = () => listMetadata('audit');

export default function AuditPage({ searchParams }: { searchParams: Promise<Query> }) {
  return <ListPage name="audit" searchParams={searchParams} />;
}
