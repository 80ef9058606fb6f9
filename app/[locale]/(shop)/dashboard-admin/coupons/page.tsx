import { ListPage, listMetadata } from '@/components/admin/list-page';
import type { Query } from '@/lib/admin/query';

export const generateMetadata = () => listMetadata('coupons');

export default function CouponsPage({ searchParams }: { searchParams: Promise<Query> }) {
  return <ListPage name="coupons" searchParams={searchParams} />;
}
