import { chooseLanguage } from '@/components/ui/i18n/choose-language';
import { answerOf } from '@/components/ui/use-action';
import { rememberLanguage } from '@/lib/account/settings/language-action';
import type { Locale } from '@/lib/core/i18n/locales';
import { useMe } from './use-me';

/** Timeout in milliseconds. During an outage the page still changes its language. */
const patience = 2_000;

/** Changes the language of the pages in this browser, and of the account's mails, if signed in. */
export function useChooseLanguage() {
  const { status } = useMe();
  return async (locale: Locale) => {
    const remembered = status === 'guest' ? null : answerOf(() => rememberLanguage(locale));
    await Promise.race([remembered, new Promise((wait) => setTimeout(wait, patience))]);
    chooseLanguage(locale);
  };
}
