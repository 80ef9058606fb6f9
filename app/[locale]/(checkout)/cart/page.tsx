import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { Suspense } from 'react';
import { Cart } from '@/components/checkout/cart/cart';
import { Recommendations } from '@/components/checkout/cart/recommendations';
import { MoreClientMessages } from '@/components/ui/i18n/client-messages';
import { parseBasket } from '@/lib/checkout';
import type { PageQuery } from '@/lib/core/http/page-query';

type Query = Promise<PageQuery>;

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('cart'))('title'), robots: { index: false } };
}

export default async function CartPage({ searchParams }: { searchParams: Query }) {
  const t = await getTranslations('cart');
  return (
    <MoreClientMessages namespaces={['cart', 'product']}>
      <h1 tabIndex={-1} className="mb-6 text-3xl font-extrabold">
        {t('title')}
      </h1>
      <Cart query={searchParams} />
      <Suspense fallback={null}>
        <AlsoLiked query={searchParams} />
      </Suspense>
    </MoreClientMessages>
  );
}

async function AlsoLiked({ query }: { query: Query }) {
  return <Recommendations selection={parseBasket(await query)?.selection ?? null} />;
}
