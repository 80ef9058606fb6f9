import { ListPage, listMetadata } from '@/components/admin/list-page';
import { ProductsTable } from '@/components/admin/products-table';
import type { Query } from '@/lib/admin/query';
import { productStatuses } from '@/lib/catalog/types';

export const generateMetadata = () => listMetadata('products');

export default function ProductsPage({ searchParams }: { searchParams: Promise<Query> }) {
  return (
    <ListPage title="products" searchParams={searchParams} choices={productStatuses}>
      {(filter) => <ProductsTable filter={filter} />}
    </ListPage>
  );
}
