import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { RequestList } from '@/components/support/request-list';
import { ButtonLink } from '@/components/ui/button-link';
import { requireMe } from '@/lib/account/server';
import type { PageQuery } from '@/lib/core/http/page-query';

type Props = { searchParams: Promise<PageQuery> };

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('help'))('title'), robots: { index: false } };
}

/** The threads that the signed-in person has opened, newest first. */
export default async function HelpPage({ searchParams }: Props) {
  await requireMe('/profile/help', searchParams);
  const t = await getTranslations('help');
  return (
    <>
      <div className="mb-6 flex flex-wrap items-center justify-between gap-3">
        <h1 className="text-3xl font-extrabold">{t('title')}</h1>
        <ButtonLink href="/profile/help/new">{t('ask')}</ButtonLink>
      </div>
      <RequestList part="cliente" query={searchParams} />
      <div className="mt-6 flex flex-wrap gap-3">
        <ButtonLink href="/profile/questions">{t('questions')}</ButtonLink>
        <ButtonLink href="/profile/moderation">{t('moderation')}</ButtonLink>
      </div>
    </>
  );
}
