import { ListPage, listMetadata } from '@/components/admin/list-page';
import type { PageQuery } from '@/lib/core/http/page-query';

export const generateMetadata = () => listMetadata('audit');

export default function AuditPage({ searchParams }: { searchParams: Promise<PageQuery> }) {
  return <ListPage name="audit" searchParams={searchParams} />;
}
