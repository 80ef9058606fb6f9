import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { AppList } from '@/components/account/two-factor/app-list-client';
import { Enrol } from '@/components/account/two-factor/enrol-client';
import { LostApps } from '@/components/account/two-factor/lost-apps-client';
import { RenewCodes } from '@/components/account/two-factor/renew-codes-client';
import { BackLink } from '@/components/ui/back-link';
import { MoreClientMessages } from '@/components/ui/i18n/client-messages';
import { Notice } from '@/components/ui/notice';
import { Section } from '@/components/ui/section';
import { requireMe } from '@/lib/account/server';
import { countRecoveryCodes, hasPassword, listApps } from '@/lib/account/two-factor/server';
import { safeNext } from '@/lib/gates/routes';
import { twoFactorPage } from '@/lib/gates/second-step';

type Props = { searchParams: Promise<{ next?: string }> };

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('twoFactor'))('title'), robots: { index: false } };
}

/** Sets up, changes and disables a second factor. Staff without one are redirected here before the panel. */
export default async function TwoFactorPage({ searchParams }: Props) {
  const { next: asked } = await searchParams;
  const next = asked ? safeNext(asked) : null;
  const me = await requireMe(twoFactorPage, searchParams);
  const isOn = me.secondFactor === 'shown';
  const [t, apps, left, asksPassword] = await Promise.all([
    getTranslations('twoFactor'),
    isOn ? listApps() : [],
    isOn ? countRecoveryCodes() : 0,
    hasPassword(),
  ]);
  return (
    <MoreClientMessages namespaces={['twoFactor']}>
      <BackLink href="/profile/settings?tab=security">{t('back')}</BackLink>
      <h1 className="mb-2 text-2xl font-extrabold">{t('title')}</h1>
      <p className="mb-6 text-muted">{t('intro')}</p>
      <div className="group space-y-6">
        {me.role !== 'user' && me.secondFactor !== 'shown' && <Notice tone="warn">{t('staffNeedsIt')}</Notice>}
        {me.secondFactor === 'recovered' && (
          <Section title={t('recoveredTitle')} text={t('recoveredText')}>
            <LostApps />
          </Section>
        )}
        {isOn && (
          <>
            <Notice tone="good">{t('isOn')}</Notice>
            <Section title={t('apps')} text={t('appsText')}>
              <AppList apps={apps} mayTurnOff={me.role === 'user'} />
            </Section>
          </>
        )}
        {/* It must stay mounted after enabling the second factor, because it then shows the recovery codes. */}
        {me.secondFactor !== 'recovered' && (
          <Enrol
            title={t(isOn ? 'addApp' : 'turnOn')}
            text={t(isOn ? 'addAppText' : 'turnOnText')}
            suggestedName={t('suggestedName', { count: apps.length })}
            asksPassword={asksPassword}
            next={next}
          />
        )}
        {isOn && (
          <div className="group-has-[[data-new-codes]]:hidden">
            <Section title={t('codes')} text={t('codesText')}>
              <RenewCodes left={left} />
            </Section>
          </div>
        )}
      </div>
    </MoreClientMessages>
  );
}
