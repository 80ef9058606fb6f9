import { ListPage, listMetadata } from '@/components/admin/list-page';
import type { PageQuery } from '@/lib/core/http/page-query';

export const generateMetadata = () => listMetadata('coupons');

export default function CouponsPage({ searchParams }: { searchParams: Promise<PageQuery> }) {
  return <ListPage name="coupons" searchParams={searchParams} />;
}
