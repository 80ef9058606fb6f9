import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { getLocale, getTranslations } from 'next-intl/server';
import { AdminPaymentView } from '@/components/admin/payment-view';
import { requireAdmin } from '@/lib/admin/access';
import { getAdminPayment } from '@/lib/admin/payments';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('payment'))('metaTitle'), robots: { index: false } };
}

export default async function AdminPaymentPage({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params;
  await requireAdmin(`/dashboard-admin/payments/${id}`);
  const payment = await getAdminPayment(await getLocale(), id);
  if (!payment) notFound();
  return <AdminPaymentView payment={payment} />;
}
