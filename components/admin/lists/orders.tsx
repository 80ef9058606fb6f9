import { getFormatter, getLocale, getTranslations } from 'next-intl/server';
import { z } from 'zod';
import { defineList } from '@/components/panel/define-list';
import { Badge } from '@/components/ui/badge';
import { ShoppingBag } from '@/components/ui/icons/shop';
import { inLanguage } from '@/lib/catalog/rows';
import { formatCents, toCents } from '@/lib/core/money';
import { orderOrigins } from '@/lib/orders/types';
import { RowLink } from '../row-link';

const row = z
  .object({
    id: z.string(),
    momento: z.string(),
    origen: z.enum(orderOrigins),
    precio_pagado: z.number().transform(toCents),
    minecraft_name: z.string().nullable(),
    revocada_at: z.string().nullable(),
    pago_id: z.string().nullable(),
    proveedor: z.string().nullable(),
    user_id: z.string(),
    dueno: z.string(),
    producto: z.string().nullable(),
    producto_en: z.string().nullable(),
    edicion: z.string().nullable(),
    edicion_en: z.string().nullable(),
  })
  .transform((row) => ({
    id: row.id,
    createdAt: row.momento,
    origin: row.origen,
    paidCents: row.precio_pagado,
    inCoins: row.proveedor === 'uncoins',
    minecraftName: row.minecraft_name,
    isRevoked: row.revocada_at !== null,
    paymentId: row.pago_id,
    ownerId: row.user_id,
    owner: row.dueno,
    product: row.producto,
    productEn: row.producto_en,
    edition: row.edicion,
    editionEn: row.edicion_en,
  }));

/** Acquisitions, searched by order, owner or product. */
export const orders = defineList({
  source: 'pedidos',
  row,
  choices: orderOrigins,
  orders: ['precio'],
  fileColumns: [
    'id',
    'momento',
    'dueno',
    'producto',
    'edicion',
    'origen',
    'precio_pagado',
    'proveedor',
    'minecraft_name',
    'es_reserva',
    'pago_id',
    'revocada_at',
  ],
  async view() {
    const [t, p, names, format, locale] = await Promise.all([
      getTranslations('admin.orderList'),
      getTranslations('payment'),
      getTranslations('orders'),
      getFormatter(),
      getLocale(),
    ]);
    return {
      icon: <ShoppingBag />,
      searchLabel: t('search'),
      choiceLabel: t('origin'),
      choiceName: (origin) => t(`origins.${origin}`),
      empty: t('empty'),
      failed: t('failed'),
      columns: [
        {
          title: t('date'),
          order: 'fecha',
          className: 'whitespace-nowrap',
          cell: (order) => format.dateTime(new Date(order.createdAt), 'moment'),
        },
        {
          title: t('product'),
          cell: (order) => (
            <>
              <span className="font-semibold">
                {order.product ? inLanguage(locale, order.product, order.productEn) : names('deletedProduct')}
              </span>
              {order.edition && (
                <span className="block text-muted">{inLanguage(locale, order.edition, order.editionEn)}</span>
              )}
              {order.isRevoked && <Badge className="ml-2">{t('revoked')}</Badge>}
            </>
          ),
        },
        {
          title: t('owner'),
          cell: (order) => <RowLink href={`/dashboard-admin/users/${order.ownerId}`}>{order.owner}</RowLink>,
        },
        { title: t('minecraftName'), cell: (order) => order.minecraftName ?? '—' },
        {
          title: t('origin'),
          cell: (order) => {
            const name = t(`origins.${order.origin}`);
            return order.paymentId ? (
              <RowLink href={`/dashboard-admin/payments/${order.paymentId}`}>{name}</RowLink>
            ) : (
              name
            );
          },
        },
        {
          title: t('paid'),
          order: 'precio',
          isRight: true,
          className: 'font-semibold tabular-nums',
          cell: (order) =>
            order.inCoins ? p('coins', { count: order.paidCents }) : formatCents(order.paidCents, locale),
        },
      ],
    };
  },
});
