import { ListPage, listMetadata } from '@/components/admin/list-page';
import type { PageQuery } from '@/lib/core/http/page-query';

export const generateMetadata = () => listMetadata('charges');

export default function ChargesPage({ searchParams }: { searchParams: Promise<PageQuery> }) {
  return <ListPage name="charges" searchParams={searchParams} />;
}
