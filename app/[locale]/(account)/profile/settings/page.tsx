import type { Metadata } from 'next';
import { getLocale, getTranslations } from 'next-intl/server';
import { DeleteAccount } from '@/components/account/settings/delete-account-client';
import { EmailForm } from '@/components/account/settings/email-form-client';
import { ImageField } from '@/components/account/settings/image-field-client';
import { LinksForm } from '@/components/account/settings/links-form-client';
import { PasswordForm } from '@/components/account/settings/password-form-client';
import { Preferences } from '@/components/account/settings/preferences-client';
import { ProfileForm } from '@/components/account/settings/profile-form-client';
import { SessionList } from '@/components/account/settings/session-list';
import { SettingsTabs } from '@/components/account/settings/settings-tabs-client';
import { SignOutEverywhere } from '@/components/account/settings/sign-out-everywhere-client';
import { PinnedForm } from '@/components/publish/pinned-form-client';
import { ButtonLink } from '@/components/ui/button-link';
import { buttonStyles } from '@/components/ui/button-styles';
import { MoreClientMessages } from '@/components/ui/i18n/client-messages';
import { Section } from '@/components/ui/section';
import { TextLink } from '@/components/ui/text-link';
import { countOwned } from '@/lib/account/profile/latest-orders';
import { requireMe } from '@/lib/account/server';
import { getSettings, readBeforeDeleting } from '@/lib/account/settings/server';
import { listSessions } from '@/lib/account/settings/sessions';
import { configuredProviders } from '@/lib/account/sign-in/configured-providers';
import { formAnswer } from '@/lib/core/action/form-answer';
import { formatCents } from '@/lib/core/money';
import { getBalance } from '@/lib/creators/money';
import { twoFactorPage } from '@/lib/gates/second-step';
import { getPinned } from '@/lib/publish/pinned/server';

type Props = { searchParams: Promise<{ tab?: string }> };

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('settings'))('title'), robots: { index: false } };
}

/** Settings of the public profile and of the account's security. */
export default async function SettingsPage({ searchParams }: Props) {
  const { tab } = await searchParams;
  const me = await requireMe('/profile/settings', searchParams);
  const locale = await getLocale();
  const [t, twoFactor, settings, balance, providers, orders, { obstacles, sells }, sessions, { pinned, products }] =
    await Promise.all([
      getTranslations('settings'),
      getTranslations('twoFactor'),
      getSettings(me),
      getBalance(),
      configuredProviders(),
      countOwned(me),
      readBeforeDeleting(),
      listSessions(),
      getPinned(locale),
    ]);
  const losses = {
    uncoins: me.uncoins,
    orders,
    revenue: balance.totalCents > 0 ? formatCents(balance.totalCents, locale) : null,
    products: sells,
    club: me.club,
  };
  const passwordAnswer = formAnswer('changePasswordAction');
  const emailAnswer = formAnswer('changeEmailAction');
  const signOutAnswer = formAnswer('signOutEverywhereAction');
  const isSecurity = tab === 'security' || passwordAnswer || emailAnswer || signOutAnswer;
  return (
    <MoreClientMessages namespaces={['settings']}>
      <h1 className="mb-6 text-2xl font-extrabold">{t('title')}</h1>
      <SettingsTabs
        initial={isSecurity ? 'security' : 'profile'}
        profile={
          <>
            <Section title={t('pictures')}>
              <div className="space-y-6">
                <ImageField kind="avatar" url={settings.avatarUrl} />
                <ImageField kind="banner" url={settings.bannerUrl} />
              </div>
            </Section>
            <Section title={t('aboutYou')}>
              <ProfileForm settings={settings} answer={formAnswer('saveProfileAction')} />
            </Section>
            {(products.length > 0 || settings.links.length > 0) && (
              <Section title={t('links')} text={t('linksText')}>
                <LinksForm links={settings.links} answer={formAnswer('saveLinksAction')} />
              </Section>
            )}
            {products.length > 0 && (
              <Section title={t('pinned')} text={t('pinnedText')}>
                <PinnedForm products={products} pinned={pinned} answer={formAnswer('savePinnedAction')} />
              </Section>
            )}
            <Section title={t('mails')} text={t('mailsText')}>
              <Preferences kind="mails" chosen={settings.mails} answer={formAnswer('saveMailPreferencesAction')} />
            </Section>
            {(products.length > 0 || settings.eachSale) && (
              <Section title={t('bell')} text={t('bellText')}>
                <Preferences
                  kind="bell"
                  chosen={{ eachSale: settings.eachSale }}
                  answer={formAnswer('saveBellPreferencesAction')}
                />
              </Section>
            )}
          </>
        }
        security={
          <>
            <Section title={t('changePassword')} text={t('changePasswordText')}>
              <PasswordForm answer={passwordAnswer} />
              {providers.length > 0 && (
                <p className="mt-4 text-sm text-muted">
                  <TextLink href="/login?mode=reset">{t('noPassword')}</TextLink>
                </p>
              )}
            </Section>
            <Section title={t('changeEmail')}>
              <EmailForm email={settings.email} newEmail={settings.newEmail} answer={emailAnswer} />
            </Section>
            <Section title={twoFactor('title')} text={twoFactor('intro')}>
              <p className="mb-4 text-sm font-medium">{twoFactor(me.secondFactor === 'none' ? 'isOff' : 'isOn')}</p>
              <ButtonLink href={twoFactorPage} variant={me.secondFactor === 'none' ? 'buy' : 'secondary'}>
                {twoFactor(me.secondFactor === 'none' ? 'turnOn' : 'manage')}
              </ButtonLink>
            </Section>
            <Section title={t('sessions')} text={t('sessionsText')}>
              <SessionList sessions={sessions} />
              <SignOutEverywhere answer={signOutAnswer} />
            </Section>
            <Section title={t('myData')} text={t('myDataText')}>
              <a href="/api/my-data" className={buttonStyles({})}>
                {t('downloadData')}
              </a>
            </Section>
            <Section title={t('delete')} text={t('deleteIntro')}>
              <DeleteAccount losses={losses} obstacles={obstacles} />
            </Section>
          </>
        }
      />
    </MoreClientMessages>
  );
}
