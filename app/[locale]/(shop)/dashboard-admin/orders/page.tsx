import { ListPage, listMetadata } from '@/components/admin/list-page';
import type { Query } from '@/lib/admin/query';

export const generateMetadata = () => listMetadata('orders');

export default function OrdersPage({ searchParams }: { searchParams: Promise<Query> }) {
  return <ListPage name="orders" searchParams={searchParams} />;
}
