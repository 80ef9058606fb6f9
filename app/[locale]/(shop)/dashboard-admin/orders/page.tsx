import { ListPage, listMetadata } from '@/components/admin/list-page';
import type { PageQuery } from '@/lib/core/http/page-query';

export const generateMetadata = () => listMetadata('orders');

export default function OrdersPage({ searchParams }: { searchParams: Promise<PageQuery> }) {
  return <ListPage name="orders" searchParams={searchParams} />;
}
