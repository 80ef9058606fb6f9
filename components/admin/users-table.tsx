import { Users } from 'lucide-react';
import Link from 'next/link';
import { getFormatter, getTranslations } from 'next-intl/server';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { ButtonLink } from '@/components/ui/button-link';
import { EmptyState } from '@/components/ui/empty-state';
import { listUsers, roles, type UserFilter } from '@/lib/admin/users';

async function Filters({ filter }: { filter: UserFilter }) {
  const t = await getTranslations('admin.userList');
  const control = 'mt-1.5 h-12 w-full rounded-control border border-line bg-canvas px-3.5';
  return (
    <form className="grid items-end gap-3 sm:grid-cols-[minmax(0,1fr)_14rem_auto]">
      <label className="text-sm font-medium">
        {t('search')}
        <input name="q" defaultValue={filter.search} maxLength={200} className={control} />
      </label>
      <label className="text-sm font-medium">
        {t('role')}
        <select name="rol" defaultValue={filter.role ?? ''} className={control}>
          <option value="">{t('all')}</option>
          {roles.map((role) => (
            <option key={role} value={role}>
              {t(`roles.${role}`)}
            </option>
          ))}
        </select>
      </label>
      <Button type="submit">{t('apply')}</Button>
    </form>
  );
}

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
      <Filters filter={filter} />
      {users.length === 0 ? (
        <EmptyState icon={<Users />} title={t('empty')} />
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a table wider than the screen is scrolled by keyboard
        <div tabIndex={0} className="overflow-x-auto rounded-card border border-line bg-surface">
          <table className="w-full min-w-3xl text-left text-sm">
            <thead className="text-muted">
              <tr>
                {(['name', 'email', 'role', 'reputation', 'uncoins', 'since'] as const).map((column) => (
                  <th key={column} scope="col" className="px-4 py-3 font-medium">
                    {t(column)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody className="divide-y divide-line">
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
            </tbody>
          </table>
        </div>
      )}
      {next && <ButtonLink href={`/dashboard-admin/users?${older}`}>{t('older')}</ButtonLink>}
    </div>
  );
}
