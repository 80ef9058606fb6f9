import type { useTranslations } from 'next-intl';
import type { Me } from '@/lib/account/types';
import { creatorPath } from '@/lib/core/http/segments';

/** Links of a signed-in person, with those of the team for its members; the last one logs out. */
export function accountLinks(me: Me, t: ReturnType<typeof useTranslations<'nav'>>) {
  return [
    { href: creatorPath(me.displayName), text: t('publicProfile') },
    { href: '/dashboard', text: t('dashboard') },
    ...(me.role !== 'user' ? [{ href: '/moderation', text: t('moderation') }] : []),
    ...(me.role === 'admin' ? [{ href: '/dashboard-admin', text: t('adminPanel') }] : []),
    { href: '/profile', text: t('account') },
    { href: '/library', text: t('library') },
    { href: '/profile/orders', text: t('orders') },
    { href: '/profile/favorites', text: `${t('favorites')} (${me.favorites})` },
    { href: '/logout', text: t('logout') },
  ];
}
