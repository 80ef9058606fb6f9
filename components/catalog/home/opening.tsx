import { useTranslations } from 'next-intl';
import { ButtonLink } from '@/components/ui/button-link';

/** Top of the home page until the first product is on sale. */
export function Opening() {
  const t = useTranslations('home.opening');
  return (
    <section className="flex flex-col items-center gap-4 rounded-card border border-line bg-surface px-6 py-16 text-center">
      <h1 className="text-3xl font-extrabold sm:text-4xl">{t('title')}</h1>
      <p className="max-w-prose text-lg text-muted">{t('text')}</p>
      <ButtonLink href="/publicar" variant="buy" size="large">
        {t('publish')}
      </ButtonLink>
    </section>
  );
}
