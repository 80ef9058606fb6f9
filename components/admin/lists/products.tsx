import { getFormatter, getLocale, getTranslations } from 'next-intl/server';
import { z } from 'zod';
import { defineList } from '@/components/panel/define-list';
import { PackageSearch } from '@/components/ui/icons/desk';
import { inLanguage, names } from '@/lib/catalog/rows';
import { productStatuses } from '@/lib/catalog/types';
import { formatCents, toCents } from '@/lib/core/money';
import { RowLink } from '../row-link';

const row = z
  .object({
    id: z.string(),
    momento: z.string(),
    ...names,
    precio: z.number().transform(toCents),
    status: z.enum(productStatuses),
    visitas: z.number(),
    adquirido: z.number(),
    creador: z.string(),
    creador_id: z.string(),
  })
  .transform((product) => ({
    id: product.id,
    createdAt: product.momento,
    name: product.nombre,
    nameEn: product.nombre_en,
    priceCents: product.precio,
    status: product.status,
    views: product.visitas,
    orders: product.adquirido,
    creator: product.creador,
    creatorId: product.creador_id,
  }));

/** Products in any state, searched by a name in either language, slug or id, and by their creator. */
export const products = defineList({
  source: 'productos',
  row,
  choices: productStatuses,
  orders: ['nombre', 'precio', 'visitas', 'pedidos'],
  fileColumns: ['id', 'momento', 'nombre', 'slug', 'creador', 'precio', 'oferta', 'status', 'visitas', 'adquirido'],
  async view() {
    const [t, states, format, locale] = await Promise.all([
      getTranslations('admin.productList'),
      getTranslations('dashboard.statuses'),
      getFormatter(),
      getLocale(),
    ]);
    return {
      icon: <PackageSearch />,
      searchLabel: t('search'),
      choiceLabel: t('status'),
      choiceName: (status) => states(status),
      empty: t('empty'),
      failed: t('failed'),
      columns: [
        {
          title: t('name'),
          order: 'nombre',
          cell: (product) => (
            <RowLink href={`/dashboard-admin/products/${product.id}`}>
              {inLanguage(locale, product.name, product.nameEn)}
            </RowLink>
          ),
        },
        {
          title: t('creator'),
          cell: (product) => <RowLink href={`/dashboard-admin/users/${product.creatorId}`}>{product.creator}</RowLink>,
        },
        {
          title: t('price'),
          order: 'precio',
          className: 'whitespace-nowrap tabular-nums',
          cell: (product) => formatCents(product.priceCents, locale),
        },
        { title: t('status'), cell: (product) => states(product.status) },
        {
          title: t('views'),
          order: 'visitas',
          className: 'tabular-nums',
          cell: (product) => format.number(product.views),
        },
        {
          title: t('orders'),
          order: 'pedidos',
          className: 'tabular-nums',
          cell: (product) => format.number(product.orders),
        },
        {
          title: t('since'),
          order: 'fecha',
          className: 'whitespace-nowrap',
          cell: (product) => format.dateTime(new Date(product.createdAt), 'day'),
        },
      ],
    };
  },
});
