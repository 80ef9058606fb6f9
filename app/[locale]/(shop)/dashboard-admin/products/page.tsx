import { ListPage, listMetadata } from '@/components/admin/list-page';
import type { Query } from '@/lib/admin/query';

export const generateMetadata = () => listMetadata('products');

export default function ProductsPage({ searchParams }: { searchParams: Promise<Query> }) {
  return <ListPage name="products" searchParams={searchParams} />;
}
