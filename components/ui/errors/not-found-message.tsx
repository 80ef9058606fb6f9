import { getTranslations } from 'next-intl/server';
import { Button } from '@/components/ui/button';
import { ButtonLink } from '@/components/ui/button-link';
import { Field } from '@/components/ui/field';

/** Message and links of the 404 page. The search is a plain form, which works without scripts. */
export async function NotFoundMessage() {
  const t = await getTranslations('errors');
  return (
    <>
      <h1 className="text-3xl font-extrabold">{t('notFound')}</h1>
      <p className="text-muted">{t('notFoundText')}</p>
      <search className="w-full max-w-md">
        <form action="/search" aria-label={t('find')} className="flex items-end gap-3 text-start">
          <Field label={t('find')} name="q" required className="min-w-0 grow" />
          <Button type="submit">{t('findButton')}</Button>
        </form>
      </search>
      <div className="flex flex-wrap justify-center gap-3">
        <form aria-label={t('retry')}>
          <Button type="submit">{t('retry')}</Button>
        </form>
        <ButtonLink href="/" variant="buy">
          {t('home')}
        </ButtonLink>
      </div>
    </>
  );
}
