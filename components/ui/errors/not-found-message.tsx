import { getTranslations } from 'next-intl/server';
import { Button } from '@/components/ui/button';
import { ButtonLink } from '@/components/ui/button-link';

/** The words of the 404 page and its two ways on. */
export async function NotFoundMessage() {
  const t = await getTranslations('errors');
  return (
    <>
      <h1 className="text-3xl font-extrabold">{t('notFound')}</h1>
      <p className="text-muted">{t('notFoundText')}</p>
      <div className="flex flex-wrap justify-center gap-3">
        <form>
          <Button type="submit">{t('retry')}</Button>
        </form>
        <ButtonLink href="/" variant="buy">
          {t('home')}
        </ButtonLink>
      </div>
    </>
  );
}
