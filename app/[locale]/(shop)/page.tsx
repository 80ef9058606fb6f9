import { getTranslations } from 'next-intl/server';
export default async function Home() {
  const t = await getTranslations('meta');
  return <h1>{t('title')}</h1>;
}
