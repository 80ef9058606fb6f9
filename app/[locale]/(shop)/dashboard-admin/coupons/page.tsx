import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { CouponTable } from '@/components/admin/coupon-table';
import { requireAdmin } from '@/lib/admin/access';
import { couponChoices } from '@/lib/admin/coupons';
import { parseListFilter, type Query } from '@/lib/admin/query';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('admin'))('coupons'), robots: { index: false } };
}

export default async function CouponsPage({ searchParams }: { searchParams: Promise<Query> }) {
  const filter = parseListFilter(await searchParams, couponChoices);
  await requireAdmin('/dashboard-admin/coupons');
  const t = await getTranslations('admin');
  return (
    <>
      <h1 className="text-3xl font-extrabold">{t('coupons')}</h1>
      <CouponTable filter={filter} />
    </>
  );
}
