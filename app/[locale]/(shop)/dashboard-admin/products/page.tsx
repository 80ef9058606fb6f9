import { ListPage, listMetadata } from '@/components/admin/list-page';
import type { PageQuery } from '@/lib/core/http/page-query';

export const generateMetadata = () => listMetadata('products');

export default function ProductsPage({ searchParams }: { searchParams: Promise<PageQuery> }) {
  return <ListPage name="products" searchParams={searchParams} />;
}
