import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { getLocale, getTranslations } from 'next-intl/server';
import { LegalLinks } from '@/components/nav/legal-links';
import { publicPage } from '@/lib/catalog/seo/metadata';
import { prerendered } from '@/lib/core/cache/prerendered';
import { isLegalPage, legalPages, legalPath } from '@/lib/legal/pages';
import { getLegalPage } from '@/lib/legal/server';

type Props = { params: Promise<{ page: string }> };

export const ensureStatic = 'navigation';

export const generateStaticParams = () => prerendered('page', [...legalPages]);

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { page } = await params;
  if (!isLegalPage(page)) return {};
  const t = await getTranslations('legal');
  return { title: t(`pages.${page}`), ...(await publicPage(legalPath(page))) };
}

export default async function LegalTextPage({ params }: Props) {
  const { page } = await params;
  if (!isLegalPage(page)) notFound();
  const [t, locale] = await Promise.all([getTranslations('legal'), getLocale()]);
  const html = await getLegalPage(page, locale, t('pending'));
  return (
    <div className="mx-auto max-w-3xl">
      <div className="mb-6 text-sm text-muted">
        <LegalLinks current={page} />
      </div>
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: the shop's own Markdown with escaped values */}
      <article className="legal-text rich-text" dangerouslySetInnerHTML={{ __html: html }} />
    </div>
  );
}
