import { ListPage, listMetadata } from '@/components/admin/list-page';
import { UsersTable } from '@/components/admin/users-table';
import { roles } from '@/lib/account/constants';
import type { Query } from '@/lib/admin/query';

export const generateMetadata = () => listMetadata('users');

export default function UsersPage({ searchParams }: { searchParams: Promise<Query> }) {
  return (
    <ListPage title="users" searchParams={searchParams} choices={roles}>
      {(filter) => <UsersTable filter={filter} />}
    </ListPage>
  );
}
