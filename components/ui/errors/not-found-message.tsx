import { getTranslations } from 'next-intl/server';
import { NotFoundText } from './not-found-text-client';

/** The words of the 404 page and its two ways on. */
export async function NotFoundMessage() {
  const t = await getTranslations('errors');
  return <NotFoundText title={t('notFound')} text={t('notFoundText')} retry={t('retry')} home={t('home')} />;
}
