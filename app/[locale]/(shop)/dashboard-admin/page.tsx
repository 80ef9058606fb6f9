import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { StoreSwitch } from '@/components/admin/store-switch-client';
import { ClientMessages } from '@/components/i18n/client-messages';
import { Notice } from '@/components/ui/notice';
import { requireAdmin } from '@/lib/admin/access';
import { readShopStatus } from '@/lib/status/server';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('admin'))('title'), robots: { index: false } };
}

/** The shop's switches (SPEC §2 Admin panel). */
export default async function AdminPage() {
  await requireAdmin('/dashboard-admin');
  const [t, status] = await Promise.all([getTranslations('admin'), readShopStatus()]);
  return (
    <>
      <h1 className="text-3xl font-extrabold">{t('title')}</h1>
      {status ? (
        <ClientMessages namespaces={['admin']}>
          <div className="grid gap-4 md:grid-cols-2">
            <StoreSwitch name="mantenimiento" on={status.closed} />
            <StoreSwitch name="status_down" on={status.down} />
          </div>
        </ClientMessages>
      ) : (
        <Notice tone="bad">{t('store.loadFailed')}</Notice>
      )}
    </>
  );
}
