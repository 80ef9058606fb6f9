import { Users } from 'lucide-react';
import { getFormatter, getTranslations } from 'next-intl/server';
import { defineList } from '@/components/panel/define-list';
import { Badge } from '@/components/ui/badge';
import { userRow } from '@/lib/admin/users';
import { roles } from '@/lib/gates/person';
import { RowLink } from '../row-link';

/** The people of the shop, searched by name, e-mail or id. */
export const users = defineList({
  source: 'usuarios',
  row: userRow,
  choices: roles,
  fileColumns: [
    'id',
    'momento',
    'display_name',
    'username',
    'email',
    'role',
    'club',
    'reputacion',
    'uncoins',
    'banned_until',
  ],
  async view() {
    const [t, reputations, format] = await Promise.all([
      getTranslations('admin.userList'),
      getTranslations('profile.reputations'),
      getFormatter(),
    ]);
    return {
      icon: <Users />,
      searchLabel: t('search'),
      choiceLabel: t('role'),
      choiceName: (role) => t(`roles.${role}`),
      empty: t('empty'),
      failed: t('failed'),
      columns: [
        {
          title: t('name'),
          cell: (user) => (
            <>
              <RowLink href={`/dashboard-admin/users/${user.id}`}>{user.displayName}</RowLink>
              {user.bannedUntil && <Badge className="ml-2">{t('banned')}</Badge>}
            </>
          ),
        },
        { title: t('email'), cell: (user) => user.email },
        { title: t('role'), cell: (user) => t(`roles.${user.role}`) },
        { title: t('reputation'), cell: (user) => reputations(user.reputation) },
        { title: t('uncoins'), className: 'tabular-nums', cell: (user) => format.number(user.uncoins) },
        {
          title: t('since'),
          className: 'whitespace-nowrap',
          cell: (user) => format.dateTime(new Date(user.createdAt), 'day'),
        },
      ],
    };
  },
});
