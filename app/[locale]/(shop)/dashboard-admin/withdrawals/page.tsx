import { ListPage, listMetadata } from '@/components/admin/list-page';
import type { PageQuery } from '@/lib/core/http/page-query';

export const generateMetadata = () => listMetadata('withdrawals');

export default function WithdrawalsPage({ searchParams }: { searchParams: Promise<PageQuery> }) {
  return <ListPage name="withdrawals" searchParams={searchParams} />;
}
