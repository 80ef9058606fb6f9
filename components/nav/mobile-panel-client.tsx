'use client';

import * as Dialog from '@radix-ui/react-dialog';
import { X } from 'lucide-react';
import Link from 'next/link';
import { useTranslations } from 'next-intl';
import { useMe } from '@/components/account/use-me';

/** The burger menu: the links of the shop, the account, and login or logout. */
export function MobilePanel({ onClose }: { onClose: () => void }) {
  const t = useTranslations('nav');
  const state = useMe();
  const links = [
    { href: '/', text: t('home') },
    { href: '/plugins', text: t('plugins') },
    { href: '/series', text: t('series') },
    { href: '/dlcs', text: t('dlcs') },
    { href: '/events', text: t('events') },
    { href: '/trends', text: t('trends') },
    { href: '/club', text: t('club') },
    { href: '/support', text: t('support') },
    ...(state.status === 'user'
      ? [
          { href: '/profile', text: t('account') },
          { href: '/profile/coins', text: t('balance', { amount: String(state.me.uncoins) }) },
          { href: '/library', text: t('library') },
          { href: '/profile/orders', text: t('orders') },
          { href: '/profile/favorites', text: `${t('favorites')} (${state.me.favoriteIds.length})` },
          { href: '/logout', text: t('logout') },
        ]
      : state.status === 'unavailable'
        ? []
        : [{ href: '/login', text: t('login') }]),
  ];
  return (
    <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-50 bg-shade" />
        <Dialog.Content
          aria-describedby={undefined}
          className="fixed inset-y-0 left-0 z-50 w-72 overflow-y-auto border-r border-line bg-surface p-4"
        >
          <Dialog.Title className="sr-only">{t('main')}</Dialog.Title>
          <Dialog.Close
            aria-label={t('close')}
            className="mb-2 grid size-11 place-items-center rounded-control hover:bg-raised"
          >
            <X aria-hidden className="size-6" />
          </Dialog.Close>
          <nav aria-label={t('main')}>
            {links.map(({ href, text }) => (
              <Link
                key={href}
                href={href}
                prefetch={href === '/logout' ? false : undefined}
                onClick={onClose}
                className="flex min-h-12 items-center rounded-control px-3 text-lg font-medium hover:bg-raised"
              >
                {text}
              </Link>
            ))}
          </nav>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
