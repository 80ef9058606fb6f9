import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { MaintenanceWatch } from '@/components/status/maintenance-watch-client';
import { ButtonLink } from '@/components/ui/button-link';
import { MoreClientMessages } from '@/components/ui/i18n/client-messages';
import { ServerCrash } from '@/components/ui/icons/desk';

export const metadata: Metadata = { robots: { index: false } };

/** Shown to everybody except admins in maintenance mode. */
export default async function MaintenancePage() {
  const t = await getTranslations('maintenance');
  return (
    <main className="mx-auto grid min-h-dvh max-w-xl place-content-center justify-items-center gap-5 px-6 text-center">
      <ServerCrash aria-hidden className="size-14 text-link" />
      <h1 className="text-3xl font-extrabold">{t('title')}</h1>
      <p className="text-muted">{t('text')}</p>
      <div className="flex flex-wrap justify-center gap-3">
        <MoreClientMessages namespaces={['maintenance']}>
          <MaintenanceWatch />
        </MoreClientMessages>
        <ButtonLink href="/status" prefetch={false}>
          {t('status')}
        </ButtonLink>
      </div>
    </main>
  );
}
