import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { Suspense } from 'react';
import { MembershipPanel } from '@/components/club/membership-panel';
import { MoreClientMessages } from '@/components/ui/i18n/client-messages';
import type { PageQuery } from '@/lib/core/http/page-query';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('club'))('membership.title'), robots: { index: false } };
}

export default async function MembershipPage({ searchParams }: { searchParams: Promise<PageQuery> }) {
  const t = await getTranslations('club.membership');
  const { pago } = await searchParams;
  return (
    <MoreClientMessages namespaces={['club', 'invoice']}>
      <h1 className="mb-6 text-3xl font-extrabold">{t('title')}</h1>
      <Suspense fallback={<p className="text-muted">{t('loading')}</p>}>
        <MembershipPanel isPaid={pago === 'en-camino'} />
      </Suspense>
    </MoreClientMessages>
  );
}
