'use client';

import { useTranslations } from 'next-intl';
import { Tabs } from 'radix-ui';
import { type ReactNode, useState } from 'react';
import { useEarlyTab } from '@/components/ui/use-early-tab';

const tab =
  'min-h-11 border-b-2 border-transparent px-4 font-semibold text-muted data-[state=active]:border-buy data-[state=active]:text-ink hover:text-ink';

type Tab = 'profile' | 'security';
type Props = { profile: ReactNode; security: ReactNode; initial: Tab };

/** The two tabs of the settings. */
export function SettingsTabs({ profile, security, initial }: Props) {
  const t = useTranslations('settings');
  const [shown, setShown] = useState(initial);
  const root = useEarlyTab<Tab>(setShown);
  return (
    <Tabs.Root ref={root} value={shown} onValueChange={(name) => setShown(name as Tab)}>
      <Tabs.List aria-label={t('title')} className="mb-6 flex border-b border-line">
        <Tabs.Trigger value="profile" data-tab="profile" className={tab}>
          {t('profileTab')}
        </Tabs.Trigger>
        <Tabs.Trigger value="security" data-tab="security" className={tab}>
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
