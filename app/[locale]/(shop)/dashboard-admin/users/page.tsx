import { ListPage, listMetadata } from '@/components/admin/list-page';
import { UsersTable } from '@/components/admin/lists/users';
import type { Query } from '@/lib/admin/query';
import { roles } from '@/lib/gates/person';

export const generateMetadata = () => listMetadata('users');

export default function UsersPage({ searchParams }: { searchParams: Promise<Query> }) {
  return (
    <ListPage title="users" searchParams={searchParams} choices={roles}>
      {(filter) => <UsersTable filter={filter} />}
    </ListPage>
  );
}
