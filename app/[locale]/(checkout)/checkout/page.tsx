import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { Checkout } from '@/components/checkout/checkout';
import { MoreClientMessages } from '@/components/ui/i18n/client-messages';
import type { PageQuery } from '@/lib/core/http/page-query';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('checkout'))('title'), robots: { index: false } };
}

export default async function CheckoutPage({ searchParams }: { searchParams: Promise<PageQuery> }) {
  const t = await getTranslations('checkout');
  return (
    <MoreClientMessages namespaces={['checkout', 'cart', 'priceProof']}>
      <h1 className="mb-6 text-3xl font-extrabold">{t('title')}</h1>
      <Checkout query={searchParams} />
    </MoreClientMessages>
  );
}
