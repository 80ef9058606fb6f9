'use client';

import { Languages, Moon } from 'lucide-react';
import { useLocale, useTranslations } from 'next-intl';
import { useMe } from '@/components/account/use-me';
import { chooseLanguage } from '@/components/ui/i18n/choose-language';
import { onDemand } from '@/components/ui/on-demand';

const HeaderPersonal = onDemand(() => import('./header-personal-client').then((module) => module.HeaderPersonal));

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
      {state.status === 'user' && <HeaderPersonal me={state.me} className={look} />}
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
    </div>
  );
}
