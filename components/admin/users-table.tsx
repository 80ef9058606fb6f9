import { Users } from 'lucide-react';
import Link from 'next/link';
import { getFormatter, getTranslations } from 'next-intl/server';
import { Badge } from '@/components/ui/badge';
import { ButtonLink } from '@/components/ui/button-link';
import { EmptyState } from '@/components/ui/empty-state';
import { roles } from '@/lib/account/constants';
import { listUsers, type UserFilter } from '@/lib/admin/users';
import { ListFilter, ListTable } from './list';

/** The people of the shop, found by name, e-mail or id, page by page. */
export async function UsersTable({ filter }: { filter: UserFilter }) {
  const [t, reputations, format] = await Promise.all([
    getTranslations('admin.userList'),
    getTranslations('profile.reputations'),
    getFormatter(),
  ]);
  const { users, next } = await listUsers(filter);
  const older = new URLSearchParams({
    ...(filter.search ? { q: filter.search } : {}),
    ...(filter.role ? { rol: filter.role } : {}),
    antes: next ?? '',
  });
  return (
    <div className="space-y-5">
      <ListFilter
        search={{ label: t('search'), value: filter.search }}
        choice={{
          name: 'rol',
          label: t('role'),
          value: filter.role,
          all: t('all'),
          options: roles.map((option) => [option, t(`roles.${option}`)]),
        }}
        apply={t('apply')}
      />
      {users.length === 0 ? (
        <EmptyState icon={<Users />} title={t('empty')} />
      ) : (
        <ListTable
          columns={(['name', 'email', 'role', 'reputation', 'uncoins', 'since'] as const).map((column) => t(column))}
          className="min-w-3xl"
        >
          {users.map((user) => (
            <tr key={user.id} className="hover:bg-raised">
              <td className="px-4 py-2 font-semibold">
                <Link
                  href={`/dashboard-admin/users/${user.id}`}
                  className="inline-flex min-h-11 items-center gap-2 text-link underline-offset-4 hover:underline"
                >
                  {user.displayName}
                </Link>
                {user.bannedUntil && <Badge className="ml-2">{t('banned')}</Badge>}
              </td>
              <td className="px-4">{user.email}</td>
              <td className="px-4">{t(`roles.${user.role}`)}</td>
              <td className="px-4">{reputations(user.reputation)}</td>
              <td className="px-4 tabular-nums">{format.number(user.uncoins)}</td>
              <td className="px-4 whitespace-nowrap">{format.dateTime(new Date(user.createdAt), 'day')}</td>
            </tr>
          ))}
        </ListTable>
      )}
      {next && <ButtonLink href={`/dashboard-admin/users?${older}`}>{t('older')}</ButtonLink>}
    </div>
  );
}
