import { ListPage, listMetadata } from '@/components/admin/list-page';
import { PaymentsTable } from '@/components/admin/payments-table';
import type { Query } from '@/lib/admin/query';
import { paymentStates } from '@/lib/payments/states';

export const generateMetadata = () => listMetadata('payments');

export default function PaymentsPage({ searchParams }: { searchParams: Promise<Query> }) {
  return (
    <ListPage title="payments" searchParams={searchParams} choices={paymentStates}>
      {(filter) => <PaymentsTable filter={filter} />}
    </ListPage>
  );
}
