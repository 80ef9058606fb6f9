import { ListPage, listMetadata } from '@/components/admin/list-page';
import type { Query } from '@/lib/admin/query';

export const generateMetadata = () => listMetadata('withdrawals');

export default function WithdrawalsPage({ searchParams }: { searchParams: Promise<Query> }) {
  return <ListPage name="withdrawals" searchParams={searchParams} />;
}
