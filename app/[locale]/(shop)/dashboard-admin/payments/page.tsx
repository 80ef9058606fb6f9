import { ListPage, listMetadata } from '@/components/admin/list-page';
import type { Query } from '@/lib/admin/query';

export const generateMetadata = () => listMetadata('payments');

export default function PaymentsPage({ searchParams }: { searchParams: Promise<Query> }) {
  return <ListPage name="payments" searchParams={searchParams} />;
}
