import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { DisputeView } from '@/components/admin/dispute-view';
import { requireAdmin } from '@/lib/account/access';
import { getDispute } from '@/lib/admin/disputes';

type Props = { params: Promise<{ id: string }> };

export const metadata: Metadata = { robots: { index: false } };

/** One dispute with its evidence and its answer. */
export default async function DisputePage({ params }: Props) {
  const { id } = await params;
  await requireAdmin(`/dashboard-admin/disputes/${id}`);
  const dispute = await getDispute(id);
  if (!dispute) notFound();
  return <DisputeView dispute={dispute} />;
}
