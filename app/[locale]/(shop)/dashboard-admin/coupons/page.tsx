import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { CouponTable } from '@/components/admin/coupon-table';
import { requireAdmin } from '@/lib/admin/access';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('admin'))('coupons'), robots: { index: false } };
}

export default async function CouponsPage({ searchParams }: { searchParams: Promise<{ q?: string | string[] }> }) {
  const { q } = await searchParams;
  await requireAdmin('/dashboard-admin/coupons');
  const t = await getTranslations('admin');
  return (
    <>
      <h1 className="text-3xl font-extrabold">{t('coupons')}</h1>
      <CouponTable search={typeof q === 'string' ? q.trim().slice(0, 40) : ''} />
    </>
  );
}
