'use client';

import { useLocale, useTranslations } from 'next-intl';
import { Dialog } from 'radix-ui';
import { useChooseLanguage } from '@/components/account/use-choose-language';
import { useMe } from '@/components/account/use-me';
import { Languages, Moon, X } from '@/components/ui/icons/shop';
import { Link } from '@/components/ui/link-client';
import { useReturnFocus } from '@/components/ui/use-return-focus';
import { accountLinks } from './account-links';
import { FollowedCreators } from './following-list-client';
import { shopLinks } from './shop-links';
import { switchTheme } from './switch-theme';
import { UnknownAccount } from './unknown-account-client';

const look = 'flex min-h-12 w-full items-center gap-3 rounded-control px-3 text-lg font-medium hover:bg-raised';

/** The burger menu: shop links, account links or login, language and theme. */
export function MobilePanel({ onClose }: { onClose: () => void }) {
  const t = useTranslations('nav');
  const other = useLocale() === 'es' ? 'en' : 'es';
  const chooseLanguage = useChooseLanguage();
  const state = useMe();
  const returnFocus = useReturnFocus();
  const personal =
    state.status === 'user'
      ? [{ href: '/profile/coins', text: t('balance', { amount: state.me.uncoins }) }, ...accountLinks(state.me, t)]
      : state.status === 'guest'
        ? [{ href: '/login', text: t('login') }]
        : [];
  const links = [...shopLinks.map(({ href, label }) => ({ href, text: t(label) })), ...personal];
  return (
    <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-50 bg-shade" />
        <Dialog.Content
          aria-describedby={undefined}
          onCloseAutoFocus={returnFocus}
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
                className={look}
              >
                {text}
              </Link>
            ))}
            {state.status === 'user' && <FollowedCreators following={state.me.following} onOpen={onClose} />}
          </nav>
          {(state.status === 'loading' || state.status === 'unavailable') && <UnknownAccount status={state.status} />}
          <div className="mt-4 border-t border-line pt-4">
            <button type="button" lang={other} onClick={() => chooseLanguage(other)} className={look}>
              <Languages aria-hidden className="size-5" />
              {other === 'es' ? t('spanish') : t('english')}
            </button>
            <button type="button" onClick={switchTheme} className={look}>
              <Moon aria-hidden className="size-5" />
              {t('themeShort')}
            </button>
          </div>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
