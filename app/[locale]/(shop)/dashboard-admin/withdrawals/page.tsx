import { ListPage, listMetadata } from '@/components/admin/list-page';
import { WithdrawalsTable } from '@/components/admin/withdrawals-table';
import type { Query } from '@/lib/admin/query';
import { withdrawalStates } from '@/lib/creators/types';

export const generateMetadata = () => listMetadata('withdrawals');

export default function WithdrawalsPage({ searchParams }: { searchParams: Promise<Query> }) {
  return (
    <ListPage title="withdrawals" searchParams={searchParams} choices={withdrawalStates}>
      {(filter) => <WithdrawalsTable filter={filter} />}
    </ListPage>
  );
}
