import { getFormatter, getLocale, getTranslations } from 'next-intl/server';
import { z } from 'zod';
import { defineList } from '@/components/panel/define-list';
import { Ticket } from '@/components/ui/icons/desk';
import { inLanguage } from '@/lib/catalog/rows';

const row = z
  .object({
    id: z.string(),
    momento: z.string(),
    codigo: z.string(),
    canjeado: z.boolean(),
    canjeado_at: z.string().nullable(),
    por: z.string().nullable(),
    producto: z.string(),
    producto_en: z.string().nullable(),
    edicion: z.string().nullable(),
    edicion_en: z.string().nullable(),
  })
  .transform((row) => ({
    id: row.id,
    createdAt: row.momento,
    code: row.codigo,
    isRedeemed: row.canjeado,
    redeemedAt: row.canjeado_at,
    redeemedBy: row.por,
    product: row.producto,
    productEn: row.producto_en,
    edition: row.edicion,
    editionEn: row.edicion_en,
  }));

/** Redeem codes, searched by prefix or product. They are created on the product's page. */
export const codes = defineList({
  source: 'codigos',
  row,
  choices: ['libre', 'canjeado'],
  orders: ['codigo'],
  fileColumns: ['id', 'momento', 'codigo', 'producto', 'edicion', 'canjeado', 'canjeado_at', 'por'],
  async view() {
    const [t, format, locale] = await Promise.all([getTranslations('admin.codeList'), getFormatter(), getLocale()]);
    return {
      icon: <Ticket />,
      searchLabel: t('search'),
      choiceLabel: t('state'),
      choiceName: (choice) => t(`choices.${choice}`),
      empty: t('empty'),
      failed: t('failed'),
      columns: [
        { title: t('code'), order: 'codigo', className: 'font-mono font-semibold', cell: (code) => code.code },
        {
          title: t('product'),
          cell: (code) => (
            <>
              <span>{inLanguage(locale, code.product, code.productEn)}</span>
              {code.edition && (
                <span className="block text-muted">{inLanguage(locale, code.edition, code.editionEn)}</span>
              )}
            </>
          ),
        },
        {
          title: t('state'),
          className: 'whitespace-nowrap',
          cell: (code) => (
            <>
              <span>{t(`choices.${code.isRedeemed ? 'canjeado' : 'libre'}`)}</span>
              {code.redeemedAt && (
                <span className="block text-muted">{format.dateTime(new Date(code.redeemedAt), 'moment')}</span>
              )}
            </>
          ),
        },
        { title: t('by'), cell: (code) => code.redeemedBy ?? '—' },
        {
          title: t('created'),
          order: 'fecha',
          className: 'whitespace-nowrap',
          cell: (code) => format.dateTime(new Date(code.createdAt), 'day'),
        },
      ],
    };
  },
});
