import type { Metadata } from 'next';
import { getLocale, getTranslations } from 'next-intl/server';
import { LanguageChoice } from '@/components/account/language-choice-client';
import { requireMe } from '@/lib/account/server';
import { locales } from '@/lib/core/i18n/locales';
import { translatedShare } from '@/lib/core/i18n/share';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('profile'))('language'), robots: { index: false } };
}

export default async function LanguagePage() {
  await requireMe('/profile/lang');
  const [t, nav, current] = await Promise.all([getTranslations('profile'), getTranslations('nav'), getLocale()]);
  return (
    <>
      <h1 className="mb-2 text-3xl font-extrabold">{t('language')}</h1>
      <p className="mb-6 text-muted">{t('languageText')}</p>
      <ul className="grid grid-cols-1 gap-3 sm:grid-cols-2">
        {locales.map((locale) => {
          const name = nav(locale === 'es' ? 'spanish' : 'english');
          return (
            <li key={locale} className="space-y-4 rounded-card border border-line bg-surface p-5">
              <div>
                <p lang={locale} className="text-lg font-bold">
                  {name}
                </p>
                <p className="text-sm text-muted">{t('shareOf', { percent: String(translatedShare(locale)) })}</p>
              </div>
              <LanguageChoice
                locale={locale}
                label={locale === current ? t('current') : t('choose', { language: name })}
                current={locale === current}
              />
            </li>
          );
        })}
      </ul>
    </>
  );
}
