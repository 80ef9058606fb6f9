'use client';

import { useLocale, useTranslations } from 'next-intl';
import { useState } from 'react';
import { CopyText } from '@/components/ui/copy-text-client';
import { Select } from '@/components/ui/select';
import { type EmbedLook, embedCode, embedLooks, embedPath } from '@/lib/catalog/embed/embed';
import type { Locale } from '@/lib/core/i18n/locales';

type Props = { siteUrl: string; products: Array<{ slug: string; name: string }> };

/** The HTML that embeds a product into another site. */
export function EmbedCodes({ siteUrl, products }: Props) {
  const t = useTranslations('promotions.embed');
  const locale = useLocale() as Locale;
  const [slug, setSlug] = useState(products[0]?.slug ?? '');
  const [look, setLook] = useState<EmbedLook>('card');
  const product = products.find((known) => known.slug === slug) ?? products[0];
  if (!product) return null;
  const code = embedCode(siteUrl, product, locale, look);
  return (
    <section aria-labelledby="embed" className="space-y-4">
      <h2 id="embed" className="text-xl font-bold">
        {t('title')}
      </h2>
      <p className="text-sm text-muted">{t('text')}</p>
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
        <Select
          label={t('product')}
          name="embed-product"
          value={product.slug}
          onChange={(event) => setSlug(event.target.value)}
          options={products.map((known) => ({ value: known.slug, label: known.name }))}
        />
        <Select
          label={t('look')}
          name="embed-look"
          value={look}
          onChange={(event) => setLook(embedLooks.find((known) => known === event.target.value) ?? 'card')}
          options={embedLooks.map((value) => ({ value, label: t(`looks.${value}`) }))}
        />
      </div>
      <pre className="rounded-control border border-line bg-surface p-4 text-sm break-all whitespace-pre-wrap">
        <code id="embed-code">{code}</code>
      </pre>
      <div className="flex flex-wrap items-center gap-4">
        <CopyText text={code} label={t('copy')} shown="embed-code" />
        <a
          href={embedPath(product.slug, locale, look)}
          target="_blank"
          rel="noopener"
          className="inline-flex min-h-11 items-center text-link hover:underline"
        >
          {t('preview')}
        </a>
      </div>
    </section>
  );
}
