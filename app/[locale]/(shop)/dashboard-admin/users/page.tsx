import { ListPage, listMetadata } from '@/components/admin/list-page';
import type { PageQuery } from '@/lib/core/http/page-query';

export const generateMetadata = () => listMetadata('users');

export default function UsersPage({ searchParams }: { searchParams: Promise<PageQuery> }) {
  return <ListPage name="users" searchParams={searchParams} />;
}
