import { z } from 'zod';
import { inLanguage } from '@/lib/catalog/rows';
import { mailRef } from '@/lib/catalog/sale-source';
import { MailChoices, MailLine, MailWords } from './layout';
import type { MailTemplate } from './types';

const productData = z.object({
  slug: z.string(),
  nombre: z.string(),
  nombre_en: z.string().nullish(),
  de: z.string(),
});

const versionData = z.object({
  nombre: z.string(),
  nombre_en: z.string().nullish(),
  pedido_id: z.string(),
  version: z.string(),
  novedades: z.string().nullish(),
  novedades_en: z.string().nullish(),
});

/** A followed creator has published a product. */
export const composeNewProduct: MailTemplate = async ({ data, locale, siteUrl, t }) => {
  const found = productData.parse(data);
  const name = inLanguage(locale, found.nombre, found.nombre_en ?? null);
  const subject = t('producto_nuevo.subject', { creator: found.de, name });
  return {
    subject,
    title: t('producto_nuevo.title', { creator: found.de }),
    action: { href: `${siteUrl}/p/${found.slug}?ref=${mailRef}`, label: t('producto_nuevo.open') },
    footer: t('producto_nuevo.footer', { creator: found.de }),
    content: (
      <>
        <MailLine name={t('product')} value={name} strong />
        <MailChoices siteUrl={siteUrl} t={t} />
      </>
    ),
  };
};

/** A product that the recipient owns has a new version. */
export const composeNewVersion: MailTemplate = async ({ data, locale, siteUrl, t }) => {
  const found = versionData.parse(data);
  const name = inLanguage(locale, found.nombre, found.nombre_en ?? null);
  const changes = inLanguage(locale, found.novedades ?? '', found.novedades_en ?? null);
  const subject = t('version_nueva.subject', { name, version: found.version });
  return {
    subject,
    title: t('version_nueva.title', { name }),
    action: { href: `${siteUrl}/profile/order/${found.pedido_id}`, label: t('version_nueva.open') },
    footer: t('version_nueva.footer'),
    content: (
      <>
        <MailLine name={t('version_nueva.version')} value={found.version} strong />
        {changes && <MailWords text={changes} />}
        <MailChoices siteUrl={siteUrl} t={t} />
      </>
    ),
  };
};
