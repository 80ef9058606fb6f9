import { ListPage, listMetadata } from '@/components/admin/list-page';
import type { Query } from '@/lib/admin/query';

export const generateMetadata = () => listMetadata('users');

export default function UsersPage({ searchParams }: { searchParams: Promise<Query> }) {
  return <ListPage name="users" searchParams={searchParams} />;
}
