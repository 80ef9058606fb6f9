import { getFormatter, getTranslations } from 'next-intl/server';
import { defineList } from '@/components/panel/define-list';
import { Badge } from '@/components/ui/badge';
import { Users } from '@/components/ui/icons/shop';
import { MailAddress } from '@/components/ui/mail-address';
import { reputations } from '@/lib/account/constants';
import { userRow } from '@/lib/admin/users';
import { roles } from '@/lib/gates/person';
import { RowLink } from '../row-link';

const yesNo = ['si', 'no'] as const;

/** People, searched by id or any part of their name, username or mail address. */
export const users = defineList({
  source: 'usuarios',
  row: userRow,
  choices: roles,
  more: { reputacion: reputations, club: yesNo, vetado: yesNo },
  orders: ['nombre', 'reputacion', 'uncoins'],
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
    const [t, texts, format] = await Promise.all([
      getTranslations('admin.userList'),
      getTranslations('profile.reputations'),
      getFormatter(),
    ]);
    return {
      icon: <Users />,
      searchLabel: t('search'),
      choiceLabel: t('role'),
      choiceName: (role) => t(`roles.${role}`),
      more: [
        { name: 'reputacion', label: t('reputation'), options: reputations.map((value) => [value, texts(value)]) },
        { name: 'club', label: t('club'), options: yesNo.map((value) => [value, t(`clubChoices.${value}`)]) },
        { name: 'vetado', label: t('ban'), options: yesNo.map((value) => [value, t(`banChoices.${value}`)]) },
      ],
      empty: t('empty'),
      failed: t('failed'),
      columns: [
        {
          title: t('name'),
          order: 'nombre',
          cell: (user) => (
            <span className="flex flex-wrap items-center gap-x-2">
              <RowLink href={`/dashboard-admin/users/${user.id}`}>{user.displayName}</RowLink>
              {user.bannedUntil && <Badge>{t('banned')}</Badge>}
            </span>
          ),
        },
        { title: t('email'), cell: (user) => <MailAddress>{user.email}</MailAddress> },
        { title: t('role'), cell: (user) => t(`roles.${user.role}`) },
        { title: t('reputation'), order: 'reputacion', cell: (user) => texts(user.reputation) },
        {
          title: t('uncoins'),
          order: 'uncoins',
          className: 'tabular-nums',
          cell: (user) => format.number(user.uncoins),
        },
        {
          title: t('since'),
          order: 'fecha',
          className: 'whitespace-nowrap',
          cell: (user) => format.dateTime(new Date(user.createdAt), 'day'),
        },
      ],
    };
  },
});
