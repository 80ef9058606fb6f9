import { useFormatter, useTranslations } from 'next-intl';
import type { Product } from '@/lib/catalog/types';

/** Additional information: creator, date, kind, size, and the legal note. */
export function ProductFacts({ product }: { product: Product }) {
  const t = useTranslations('productPage');
  const format = useFormatter();
  const facts = [
    [t('developer'), product.developer],
    [t('publisher'), product.publisher],
    [
      t(product.category === 'evento' ? 'eventDate' : 'releaseDate'),
      product.releaseDate && format.dateTime(new Date(product.releaseDate), 'day'),
    ],
    [t('genres'), product.genres.join(', ')],
    [t('compatible'), product.compatible.join(', ')],
    [t('size'), product.size],
    [t('latestVersion'), product.versions[0]?.version],
  ].filter((fact): fact is [string, string] => Boolean(fact[1]));
  return (
    <section aria-labelledby="facts">
      <h2 id="facts" className="mb-4 text-xl font-bold">
        {t('facts')}
      </h2>
      <dl className="grid grid-cols-1 gap-x-8 gap-y-3 rounded-card border border-line bg-surface p-5 sm:grid-cols-2">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt className="text-sm text-muted">{name}</dt>
            <dd className="font-medium">{value}</dd>
          </div>
        ))}
      </dl>
      {product.legal && <p className="mt-3 text-sm text-muted">{product.legal}</p>}
    </section>
  );
}
