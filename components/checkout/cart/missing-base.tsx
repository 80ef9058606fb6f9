import { getLocale, getTranslations } from 'next-intl/server';
import { Notice } from '@/components/ui/notice';
import { TextLink } from '@/components/ui/text-link';
import { inLanguage } from '@/lib/catalog/rows';
import type { Quote } from '@/lib/checkout/types';

/** Shows that an extension needs a product that its buyer does not own, with a link to it. */
export async function MissingBase({ base }: { base: NonNullable<Quote['missingBase']> }) {
  const [t, locale] = await Promise.all([getTranslations('cart'), getLocale()]);
  const name = inLanguage(locale, base.name, base.nameEn);
  return (
    <Notice tone="warn">
      {t('missingBase', { name })} <TextLink href={`/p/${base.slug}`}>{t('seeMissingBase', { name })}</TextLink>
    </Notice>
  );
}
