import { ListPage, listMetadata } from '@/components/admin/list-page';
import type { PageQuery } from '@/lib/core/http/page-query';

export const generateMetadata = () => listMetadata('failures');

export default function FailuresPage({ searchParams }: { searchParams: Promise<PageQuery> }) {
  return <ListPage name="failures" searchParams={searchParams} />;
}
