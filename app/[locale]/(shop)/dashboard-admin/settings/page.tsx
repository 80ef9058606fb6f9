import type { Metadata } from 'next';
import { getLocale, getTranslations } from 'next-intl/server';
import { ActList } from '@/components/admin/act-list';
import { SettingsForm } from '@/components/admin/settings-form-client';
import { MoreClientMessages } from '@/components/ui/i18n/client-messages';
import { Section } from '@/components/ui/section';
import { requireAdmin } from '@/lib/account/access';
import { listActs } from '@/lib/admin/acts';
import { getSettingsForm } from '@/lib/admin/settings';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('admin'))('settings.title'), robots: { index: false } };
}

/** The shop's settings, and the log of their changes. */
export default async function SettingsPage() {
  await requireAdmin('/dashboard-admin/settings');
  const [t, loaded, acts] = await Promise.all([
    getTranslations('admin.settings'),
    getSettingsForm(await getLocale()),
    listActs('tienda', 'ajustes'),
  ]);
  return (
    <>
      <div>
        <h1 className="text-3xl font-extrabold">{t('title')}</h1>
        <p className="mt-2 text-muted">{t('text')}</p>
      </div>
      <MoreClientMessages namespaces={['admin']}>
        <SettingsForm loaded={loaded} />
      </MoreClientMessages>
      <Section title={t('history')}>
        <ActList acts={acts} />
      </Section>
    </>
  );
}
