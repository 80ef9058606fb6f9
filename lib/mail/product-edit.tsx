import { z } from 'zod';
import { inLanguage } from '@/lib/catalog/rows';
import { reviewPath } from '@/lib/core/http/segments';
import { formatterFor } from '@/lib/core/i18n/formatter';
import { MailLine, MailText, MailWords } from './layout';
import { editedFields } from './product-edit-news';
import type { MailTemplate } from './types';

const editData = z.object({
  nombre: z.string(),
  nombre_en: z.string().nullish(),
  slug: z.string(),
  campos: z.array(z.enum(editedFields)),
  texto: z.string(),
});

/** An admin has changed texts or pictures of a creator's product. */
export const composeProductEdit: MailTemplate = async ({ data, locale, siteUrl, t }) => {
  const { nombre, nombre_en, slug, campos, texto } = editData.parse(data);
  const fields = campos.map((field) => t(`producto_editado.fields.${field}`));
  return {
    subject: t('producto_editado.subject', { name: inLanguage(locale, nombre, nombre_en ?? null) }),
    action: { href: `${siteUrl}${reviewPath(slug)}`, label: t('producto_editado.open') },
    footer: t('producto_editado.footer'),
    content: (
      <>
        <MailLine name={t('producto_editado.changed')} value={formatterFor(locale).list(fields)} strong />
        <MailText text={t('producto_editado.text')} />
        <MailWords text={texto} />
      </>
    ),
  };
};
