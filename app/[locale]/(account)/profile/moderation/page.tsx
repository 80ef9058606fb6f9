import type { Metadata } from 'next';
import { getLocale, getTranslations } from 'next-intl/server';
import { MyModerationView } from '@/components/moderation/my-moderation';
import { MoreClientMessages } from '@/components/ui/i18n/client-messages';
import { requireMe } from '@/lib/account/server';
import { getMyModeration } from '@/lib/moderation/reports/server';
import { moderationPath } from '@/lib/moderation/reports/types';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('moderation.mine'))('title'), robots: { index: false } };
}

/** Measures about the signed-in person's content, questions of moderators, and the reports that they made. */
export default async function MyModerationPage() {
  await requireMe(moderationPath);
  const [t, found] = await Promise.all([getTranslations('moderation.mine'), getMyModeration(await getLocale())]);
  return (
    <MoreClientMessages namespaces={['moderation']}>
      <h1 className="text-3xl font-extrabold">{t('title')}</h1>
      <p className="mt-1 mb-6 text-muted">{t('intro')}</p>
      <MyModerationView found={found} />
    </MoreClientMessages>
  );
}
