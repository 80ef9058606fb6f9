import type { Metadata } from 'next';
import { connection } from 'next/server';
import { getLocale, getTranslations } from 'next-intl/server';
import { KnownMe } from '@/components/account/known-me';
import { BackLink } from '@/components/ui/back-link';
import { requireMe } from '@/lib/account/server';
import { parseLocale } from '@/lib/core/i18n/locales';
import { renderServerGuide } from '@/lib/servers/guide';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('servers'))('help'), robots: { index: false } };
}

/** Rendered for each request, so that its scripts carry the nonce of the request (docs/decisions/0013). */
export const instant = false;

/** The guide to delivery into the game. */
export default async function ServerHelpPage() {
  await connection();
  await requireMe('/dashboard/servers/help');
  const [t, locale] = await Promise.all([getTranslations('servers'), getLocale()]);
  const html = renderServerGuide(parseLocale(locale) ?? 'es');
  return (
    <>
      <KnownMe />
      <BackLink href="/dashboard/servers">{t('queue.back')}</BackLink>
      <div className="mx-auto mt-6 max-w-3xl">
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: the shop's own Markdown */}
        <article className="legal-text rich-text" dangerouslySetInnerHTML={{ __html: html }} />
      </div>
    </>
  );
}
