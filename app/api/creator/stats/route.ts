import { fileRoute } from '@/lib/account/file-route';
import { csvResponse, toCsv } from '@/lib/core/csv';
import { requestLocale } from '@/lib/core/i18n/server';
import { getPanel } from '@/lib/creators/panel';
import { parseSpan } from '@/lib/creators/spans';

/** The signed-in creator's daily figures and products as CSV: `?dias=7|30|90`. */
export const GET = fileRoute('/dashboard', async (_me, request) => {
  const locale = await requestLocale();
  const span = parseSpan(new URL(request.url).searchParams.get('dias'));
  const panel = await getPanel(span, locale);
  const conversion = (orders: number, views: number) =>
    views === 0 ? null : Math.round((orders / views) * 10_000) / 100;
  const csv = toCsv(
    ['tipo', 'nombre', 'visitas', 'pedidos', 'ingresos_eur', 'conversion_porcentaje'],
    [
      ...panel.days.map((day) => [
        'dia',
        day.day,
        day.views,
        day.orders,
        { cents: day.revenueCents },
        conversion(day.orders, day.views),
      ]),
      ...panel.products.map((product) => [
        'producto',
        product.name,
        product.recentViews,
        product.recentOrders,
        { cents: product.recentRevenueCents },
        conversion(product.recentOrders, product.recentViews),
      ]),
    ],
    locale,
  );
  return csvResponse(`unstore-${span}-dias.csv`, csv);
});
