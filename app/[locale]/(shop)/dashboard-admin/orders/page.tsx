import { ListPage, listMetadata } from '@/components/admin/list-page';
import { OrdersTable } from '@/components/admin/lists/orders';
import { origins } from '@/lib/admin/orders';
import type { Query } from '@/lib/admin/query';

export const generateMetadata = () => listMetadata('orders');

export default function OrdersPage({ searchParams }: { searchParams: Promise<Query> }) {
  return (
    <ListPage title="orders" searchParams={searchParams} choices={origins}>
      {(filter) => <OrdersTable filter={filter} />}
    </ListPage>
  );
}
