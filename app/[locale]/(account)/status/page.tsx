import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { ServiceStatus } from '@/components/status/service-status-client';
import { Logo } from '@/components/ui/brand/logo';
import { ButtonLink } from '@/components/ui/button-link';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('status'))('title'), robots: { index: false } };
}

/** The status page, available in maintenance mode, too. */
export default async function StatusPage() {
  const t = await getTranslations('status');
  return (
    <main className="mx-auto grid min-h-dvh max-w-xl content-center gap-6 px-4 py-10">
      <Logo />
      <h1 className="text-3xl font-extrabold">{t('heading')}</h1>
      <ServiceStatus />
      <ButtonLink href="/" prefetch={false} className="justify-self-start">
        {t('home')}
      </ButtonLink>
    </main>
  );
}
