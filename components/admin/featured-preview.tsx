import { getLocale, getTranslations } from 'next-intl/server';
import { Hero } from '@/components/catalog/home/hero';
import { Rail } from '@/components/catalog/home/rail';
import { AnnouncementCard } from '@/components/status/announcement-card';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { ListForm } from '@/components/ui/list-form';
import { bannersAt } from '@/lib/admin/announcements';
import { getBanner, getCards } from '@/lib/catalog/server';

type Props = { moment: string | null; ids: string[] };

/** Preview of the top of the home page at a given time, with the announcement above it. */
export async function FeaturedPreview({ moment, ids }: Props) {
  const locale = await getLocale();
  const [t, words, banners, products] = await Promise.all([
    getTranslations('admin.featured'),
    getTranslations('status.announcement'),
    bannersAt(moment),
    getCards(locale, ids.slice(0, 4)),
  ]);
  const first = products[0];
  const banner = first ? await getBanner(first.slug) : 'none';
  return (
    <section aria-labelledby="preview" className="space-y-4">
      <h2 id="preview" className="text-xl font-bold">
        {t('preview')}
      </h2>
      <ListForm shown={moment ?? ''} className="flex flex-wrap items-end gap-3">
        <Field
          className="max-w-full min-w-0"
          label={t('at')}
          name="fecha"
          type="datetime-local"
          defaultValue={moment ?? ''}
          hint={t('hints.at')}
        />
        <Button type="submit">{t('show')}</Button>
      </ListForm>
      <div className="space-y-8 overflow-hidden rounded-card border border-line bg-canvas p-4">
        {first ? (
          // Over the whole width of this box, not of the page.
          <div className="pt-8 *:-mx-4!">
            <Hero product={first} banner={banner === 'none' ? null : banner} isPicked />
          </div>
        ) : (
          <p className="text-muted">{t('nothing')}</p>
        )}
        <Rail section="featured" products={products.slice(1)} />
        {banners.slice(0, 1).map(({ id, href, ...texts }) => (
          <AnnouncementCard
            key={id}
            {...texts[locale]}
            href={href}
            words={{ label: words('label'), see: words('see'), close: words('close') }}
          />
        ))}
      </div>
    </section>
  );
}
