'use client';

import { useTranslations } from 'next-intl';
import { Tabs } from 'radix-ui';
import type { ReactNode } from 'react';

const tab =
  'min-h-11 border-b-2 border-transparent px-4 font-semibold text-muted data-[state=active]:border-buy data-[state=active]:text-ink hover:text-ink';

type Props = { profile: ReactNode; security: ReactNode; initial: 'profile' | 'security' };

/** The two tabs of the settings. */
export function SettingsTabs({ profile, security, initial }: Props) {
  const t = useTranslations('settings');
  return (
    <Tabs.Root defaultValue={initial}>
      <Tabs.List aria-label={t('title')} className="mb-6 flex border-b border-line">
        <Tabs.Trigger value="profile" className={tab}>
          {t('profileTab')}
        </Tabs.Trigger>
        <Tabs.Trigger value="security" className={tab}>
          {t('securityTab')}
        </Tabs.Trigger>
      </Tabs.List>
      <Tabs.Content value="profile" className="space-y-6">
        {profile}
      </Tabs.Content>
      <Tabs.Content value="security" className="space-y-6">
        {security}
      </Tabs.Content>
    </Tabs.Root>
  );
}
