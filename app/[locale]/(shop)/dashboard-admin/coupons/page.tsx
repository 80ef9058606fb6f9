import { ListPage, listMetadata } from '@/components/admin/list-page';
import { CouponTable } from '@/components/vouchers/coupon-list';
import type { Query } from '@/lib/admin/query';
import { couponChoices } from '@/lib/vouchers/admin-coupons';

export const generateMetadata = () => listMetadata('coupons');

export default function CouponsPage({ searchParams }: { searchParams: Promise<Query> }) {
  return (
    <ListPage title="coupons" searchParams={searchParams} choices={couponChoices}>
      {(filter) => <CouponTable filter={filter} />}
    </ListPage>
  );
}
