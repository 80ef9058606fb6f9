import { getTranslations } from 'next-intl/server';
import { Button } from '@/components/ui/button';
import { ButtonLink } from '@/components/ui/button-link';

export default async function NotFound() {
  const t = await getTranslations('errors');
  return (
    <div className="mx-auto grid min-h-[70dvh] max-w-xl place-content-center justify-items-center gap-5 px-6 text-center">
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
    </div>
  );
}
