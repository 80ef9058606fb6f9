'use client';

import { Coins, Languages, Moon, ShoppingCart } from 'lucide-react';
import Link from 'next/link';
import { useLocale, useTranslations } from 'next-intl';
import { useMe } from '@/components/account/use-me';
import { chooseLanguage } from './choose-language';

const look = 'grid min-h-11 min-w-11 place-items-center rounded-control text-muted hover:bg-raised hover:text-ink';

function switchTheme() {
  const light = document.documentElement.dataset.theme === 'light';
  document.documentElement.dataset.theme = light ? 'dark' : 'light';
  localStorage.setItem('theme', light ? 'dark' : 'light');
}

export function HeaderActions() {
  const t = useTranslations('nav');
  const locale = useLocale();
  const state = useMe();
  const other = locale === 'es' ? 'en' : 'es';
  return (
    <div className="flex items-center">
      {state.status === 'user' && (
        <Link
          href="/profile"
          aria-label={t('balance', { amount: String(state.me.uncoins) })}
          className={`${look} hidden grid-flow-col gap-1.5 px-3 text-sm font-semibold sm:grid`}
        >
          <Coins aria-hidden className="size-5 text-club" /> {state.me.uncoins}
        </Link>
      )}
      <button
        type="button"
        onClick={() => chooseLanguage(other)}
        aria-label={`${t('language')}: ${other === 'es' ? t('spanish') : t('english')}`}
        className={look}
      >
        <Languages aria-hidden className="size-5" />
      </button>
      <button type="button" onClick={switchTheme} aria-label={t('theme')} className={look}>
        <Moon aria-hidden className="size-5" />
      </button>
      {state.status === 'user' && (
        <Link href="/cart" aria-label={t('cart')} className={look}>
          <ShoppingCart aria-hidden className="size-5" />
        </Link>
      )}
    </div>
  );
}
