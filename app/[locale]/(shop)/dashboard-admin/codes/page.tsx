import { ListPage, listMetadata } from '@/components/admin/list-page';
import type { PageQuery } from '@/lib/core/http/page-query';

export const generateMetadata = () => listMetadata('codes');

export default function CodesPage({ searchParams }: { searchParams: Promise<PageQuery> }) {
  return <ListPage name="codes" searchParams={searchParams} />;
}
