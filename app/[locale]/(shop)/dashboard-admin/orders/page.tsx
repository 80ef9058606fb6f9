import { ListPage, listMetadata } from '@/components/admin/list-page';
import { OrdersTable } from '@/components/admin/orders-table';
import type { Query } from '@/lib/admin/query';
import { orderOrigins } from '@/lib/orders/types';

export const generateMetadata = () => listMetadata('orders');

export default function OrdersPage({ searchParams }: { searchParams: Promise<Query> }) {
  return (
    <ListPage title="orders" searchParams={searchParams} choices={orderOrigins}>
      {(filter) => <OrdersTable filter={filter} />}
    </ListPage>
  );
}
