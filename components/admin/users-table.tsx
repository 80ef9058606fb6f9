import { Users } from 'lucide-react';
import { getFormatter, getTranslations } from 'next-intl/server';
import { Badge } from '@/components/ui/badge';
import { type ListFilter, readList } from '@/lib/admin/lists';
import { userRow } from '@/lib/admin/users';
import { roles } from '@/lib/gates/person';
import { AdminList } from './list';
import { RowLink } from './row-link';

const columns = ['name', 'email', 'role', 'reputation', 'uncoins', 'since'] as const;

/** The people of the shop, searched by name, e-mail or id. */
export async function UsersTable({ filter }: { filter: ListFilter }) {
  const [t, reputations, format, found] = await Promise.all([
    getTranslations('admin.userList'),
    getTranslations('profile.reputations'),
    getFormatter(),
    readList('usuarios', filter, userRow),
  ]);
  return (
    <AdminList
      list="usuarios"
      path="/dashboard-admin/users"
      filter={filter}
      found={found}
      searchLabel={t('search')}
      choice={{ label: t('role'), options: roles.map((role) => [role, t(`roles.${role}`)]) }}
      columns={columns.map((column) => t(column))}
      icon={<Users />}
      empty={t('empty')}
      failed={t('failed')}
    >
      {(user) => (
        <tr key={user.id} className="hover:bg-raised">
          <td>
            <RowLink href={`/dashboard-admin/users/${user.id}`}>{user.displayName}</RowLink>
            {user.bannedUntil && <Badge className="ml-2">{t('banned')}</Badge>}
          </td>
          <td>{user.email}</td>
          <td>{t(`roles.${user.role}`)}</td>
          <td>{reputations(user.reputation)}</td>
          <td className="tabular-nums">{format.number(user.uncoins)}</td>
          <td className="whitespace-nowrap">{format.dateTime(new Date(user.createdAt), 'day')}</td>
        </tr>
      )}
    </AdminList>
  );
}
