import { ListPage, listMetadata } from '@/components/admin/list-page';
import type { PageQuery } from '@/lib/core/http/page-query';

export const generateMetadata = () => listMetadata('payments');

export default function PaymentsPage({ searchParams }: { searchParams: Promise<PageQuery> }) {
  return <ListPage name="payments" searchParams={searchParams} />;
}
