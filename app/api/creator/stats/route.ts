import { getTranslations } from 'next-intl/server';
import { fileRoute } from '@/lib/account/file-route';
import { csvResponse, toCsv } from '@/lib/core/csv';
import { requestLocale } from '@/lib/core/i18n/server';
import { getPanel } from '@/lib/creators/panel';
import { parseSpan } from '@/lib/creators/spans';

const header = ['tipo', 'nombre', 'visitas', 'pedidos', 'ingresos_eur', 'conversion_porcentaje'] as const;

/** The signed-in creator's daily figures and products as CSV: `?dias=7|30|90`. */
export const GET = fileRoute('/dashboard', async (_me, request) => {
  const locale = await requestLocale();
  const columns = await getTranslations({ locale, namespace: 'creatorFiles' });
  const span = parseSpan(new URL(request.url).searchParams.get('dias'));
  const panel = await getPanel(span, locale);
  const conversion = (orders: number, views: number) =>
    views === 0 ? null : Math.round((orders / views) * 10_000) / 100;
  const csv = toCsv(
    header.map((column) => columns(column)),
    [
      ...panel.days.map((day) => [
        columns('dia'),
        day.day,
        day.views,
        day.orders,
        { cents: day.revenueCents },
        conversion(day.orders, day.views),
      ]),
      ...panel.products.map((product) => [
        columns('producto'),
        product.name,
        product.recentViews,
        product.recentOrders,
        { cents: product.recentRevenueCents },
        conversion(product.recentOrders, product.recentViews),
      ]),
    ],
    locale,
  );
  return csvResponse(`unstore-${span}-${columns('dias')}.csv`, csv);
});
