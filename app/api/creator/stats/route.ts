import { getMe } from '@/lib/account/server';
import { csvResponse, toCsv } from '@/lib/creators/csv';
import { getPanel, spans } from '@/lib/creators/server';
import { requestLocale } from '@/lib/i18n/server';

/** The signed-in creator's days and products as CSV: `?dias=7|30|90`. */
export async function GET(request: Request) {
  if (!(await getMe())) return Response.json({ error: 'sin_sesion' }, { status: 401 });
  const wanted = Number(new URL(request.url).searchParams.get('dias'));
  const span = spans.find((days) => days === wanted) ?? 30;
  const panel = await getPanel(span, await requestLocale());
  const conversion = (orders: number, views: number) => (views === 0 ? '' : ((orders / views) * 100).toFixed(2));
  const csv = toCsv(
    ['tipo', 'nombre', 'visitas', 'pedidos', 'ingresos_eur', 'conversion_porcentaje'],
    [
      ...panel.days.map((day) => [
        'dia',
        day.day,
        day.views,
        day.orders,
        (day.revenueCents / 100).toFixed(2),
        conversion(day.orders, day.views),
      ]),
      ...panel.products.map((product) => [
        'producto',
        product.name,
        product.recentViews,
        product.recentOrders,
        (product.recentRevenueCents / 100).toFixed(2),
        conversion(product.recentOrders, product.recentViews),
      ]),
    ],
  );
  return csvResponse(`unstore-${span}-dias.csv`, csv);
}
