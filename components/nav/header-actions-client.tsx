'use client';

import { useLocale, useTranslations } from 'next-intl';
import { useChooseLanguage } from '@/components/account/use-choose-language';
import { useMe } from '@/components/account/use-me';
import { Languages, Moon } from '@/components/ui/icons/shop';
import { onDemand } from '@/components/ui/on-demand';
import { headerIcon } from './header-icon';
import { switchTheme } from './switch-theme';

const HeaderPersonal = onDemand(() => import('./header-personal-client').then((module) => module.HeaderPersonal));

/** Coins, notifications, cart and account of the signed-in person. */
export function HeaderPersonalPlace() {
  const state = useMe();
  return state.status === 'user' ? <HeaderPersonal me={state.me} className={headerIcon} /> : null;
}

/** Language and theme. On phones both are in the menu. */
export function HeaderSettings() {
  const t = useTranslations('nav');
  const other = useLocale() === 'es' ? 'en' : 'es';
  const chooseLanguage = useChooseLanguage();
  return (
    <div className="hidden items-center sm:flex">
      <button
        type="button"
        onClick={() => chooseLanguage(other)}
        aria-label={`${t('language')}: ${other === 'es' ? t('spanish') : t('english')}`}
        className={headerIcon}
      >
        <Languages aria-hidden className="size-5" />
      </button>
      <button type="button" onClick={switchTheme} aria-label={t('theme')} className={headerIcon}>
        <Moon aria-hidden className="size-5" />
      </button>
    </div>
  );
}
