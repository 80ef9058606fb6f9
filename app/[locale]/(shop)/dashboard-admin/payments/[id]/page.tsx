import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { getLocale, getTranslations } from 'next-intl/server';
import { ActList } from '@/components/admin/act-list';
import { AdminPaymentView } from '@/components/admin/payment-view';
import { Section } from '@/components/ui/section';
import { requireAdmin } from '@/lib/account/access';
import { listActs } from '@/lib/admin/acts';
import { getAdminPayment } from '@/lib/admin/payments';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('payment'))('metaTitle'), robots: { index: false } };
}

export default async function AdminPaymentPage({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params;
  await requireAdmin(`/dashboard-admin/payments/${id}`);
  const payment = await getAdminPayment(await getLocale(), id);
  if (!payment) notFound();
  const [t, acts] = await Promise.all([getTranslations('admin.user'), listActs('pago', id)]);
  return (
    <>
      <AdminPaymentView payment={payment} />
      <Section title={t('history')}>
        <ActList acts={acts} />
      </Section>
    </>
  );
}
