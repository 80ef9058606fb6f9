import { getTranslations } from 'next-intl/server';
import { fileRoute } from '@/lib/account/file-route';
import { type CsvCell, csvStream } from '@/lib/core/csv';
import { dayInSpain, momentInSpain } from '@/lib/core/day';
import { requestLocale } from '@/lib/core/i18n/server';
import { createRequestClient } from '@/lib/core/supabase/server';
import { parseSaleFilter } from '@/lib/creators/sales/filter';
import { everySale } from '@/lib/creators/sales/server';
import type { Sale } from '@/lib/creators/sales/types';

const header = [
  'fecha',
  'pedido',
  'producto',
  'edicion',
  'pack',
  'precio_eur',
  'oferta_eur',
  'mejora_eur',
  'club_eur',
  'cupon_eur',
  'recargo_eur',
  'pagado_eur',
  'parte_porcentaje',
  'parte_entera_eur',
  'cupon_propio_eur',
  'parte_eur',
  'devuelto_eur',
  'en_disputa_eur',
  'neto_eur',
  'retenido_hasta',
  'estado',
] as const;

/** Money held by a dispute has not been refunded; a lost dispute holds nothing. */
const heldCents = (sale: Sale) => (sale.state === 'en_disputa' ? sale.disputeCents : 0);

/** The signed-in creator's sales as CSV, with the filters of their page: `?producto=&estado=&descuento=&desde=&hasta=`. */
export const GET = fileRoute('/dashboard/sales', async (_me, request) => {
  const filter = parseSaleFilter(Object.fromEntries(new URL(request.url).searchParams));
  const locale = await requestLocale();
  const t = await getTranslations({ locale, namespace: 'dashboard.sales' });
  const columns = await getTranslations({ locale, namespace: 'creatorFiles' });
  const toRow = (sale: Sale): CsvCell[] => [
    momentInSpain(new Date(sale.at)),
    sale.orderId,
    sale.name,
    sale.edition,
    sale.bundle,
    { cents: sale.listCents },
    { cents: sale.offerCents },
    { cents: sale.upgradeCents },
    { cents: sale.clubCents },
    { cents: sale.couponCents },
    { cents: sale.surchargeCents },
    { cents: sale.paidCents },
    sale.percent,
    { cents: sale.fullShareCents },
    { cents: sale.shareCents - sale.fullShareCents },
    { cents: sale.shareCents },
    { cents: sale.netCents - sale.shareCents - heldCents(sale) },
    { cents: heldCents(sale) },
    { cents: sale.netCents },
    momentInSpain(new Date(sale.heldUntil)),
    t(`states.${sale.state}`),
  ];
  const client = createRequestClient();
  async function* rows() {
    for await (const sales of everySale(filter, locale, client)) yield sales.map(toRow);
  }
  const name = `unstore-${columns('ventas')}-${dayInSpain()}.csv`;
  return csvStream(
    name,
    header.map((column) => columns(column)),
    rows(),
    locale,
  );
});
