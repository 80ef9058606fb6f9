import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { OutageWatch } from '@/components/account/outage-watch-client';
import { ButtonLink } from '@/components/ui/button-link';
import { MoreClientMessages } from '@/components/ui/i18n/client-messages';
import { CloudOff } from '@/components/ui/icons/desk';

export const metadata: Metadata = { robots: { index: false } };

/** The middleware's response instead of a personal page while the person cannot be identified (docs/outages.md). */
export default async function OutagePage() {
  const t = await getTranslations('outage');
  return (
    <main className="mx-auto grid min-h-dvh max-w-xl place-content-center justify-items-center gap-5 px-6 text-center">
      <CloudOff aria-hidden className="size-14 text-link" />
      <h1 className="text-3xl font-extrabold">{t('title')}</h1>
      <p className="text-muted">{t('text')}</p>
      <div className="flex flex-wrap justify-center gap-3">
        <MoreClientMessages namespaces={['outage']}>
          <OutageWatch />
        </MoreClientMessages>
        <ButtonLink href="/" prefetch={false}>
          {t('home')}
        </ButtonLink>
      </div>
    </main>
  );
}
