import { ListPage, listMetadata } from '@/components/admin/list-page';
import { PaymentsTable } from '@/components/admin/lists/payments';
import { paymentStates } from '@/lib/admin/payments';
import type { Query } from '@/lib/admin/query';

export const generateMetadata = () => listMetadata('payments');

export default function PaymentsPage({ searchParams }: { searchParams: Promise<Query> }) {
  return (
    <ListPage title="payments" searchParams={searchParams} choices={paymentStates}>
      {(filter) => <PaymentsTable filter={filter} />}
    </ListPage>
  );
}
