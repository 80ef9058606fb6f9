import { getTranslations } from 'next-intl/server';
import { z } from 'zod';
import { fileRoute } from '@/lib/account/file-route';
import { csvResponse, toCsv } from '@/lib/core/csv';
import { momentInSpain } from '@/lib/core/day';
import { formatterFor } from '@/lib/core/i18n/formatter';
import { requestLocale } from '@/lib/core/i18n/server';
import { shortId } from '@/lib/core/short-id';
import { getStatementBalance, listAllMovements } from '@/lib/creators/money';
import { renderStatement } from '@/lib/creators/statement';
import { toStatementLines } from '@/lib/creators/statement-lines';
import type { Movement } from '@/lib/creators/types';

const query = z.object({
  mes: z.string().regex(/^20\d\d-(?:0[1-9]|1[0-2])$/),
  formato: z.enum(['csv', 'pdf']).default('csv'),
});

const header = ['fecha', 'concepto', 'producto', 'origen', 'importe_eur', 'saldo_eur'] as const;

/** A creator's movements of a month with opening and closing balance: `?mes=2026-11&formato=csv|pdf`. */
export const GET = fileRoute('/dashboard', async (me, request) => {
  const parsed = query.safeParse(Object.fromEntries(new URL(request.url).searchParams));
  if (!parsed.success) return 'datos_no_validos';
  const { mes, formato } = parsed.data;
  const [year = 0, month = 0] = mes.split('-').map(Number);
  // `Date.UTC` counts months from 0, so this is the first day of the next month.
  const range = { from: `${mes}-01`, to: new Date(Date.UTC(year, month, 1)).toISOString().slice(0, 10) };
  const locale = await requestLocale();
  const [balance, movements] = await Promise.all([getStatementBalance(range), listAllMovements(range, locale)]);
  const t = await getTranslations({ locale, namespace: 'dashboard.money' });
  const source = ({ orderId, withdrawalId }: Movement) => shortId(orderId ?? withdrawalId ?? '');
  const name = `unstore-${mes}`;
  if (formato === 'csv') {
    const columns = await getTranslations({ locale, namespace: 'creatorFiles' });
    const rows = movements.map((item) => [
      momentInSpain(new Date(item.createdAt)),
      t(`concepts.${item.concept}`),
      item.product,
      source(item),
      { cents: item.cents },
      null,
    ]);
    return csvResponse(
      `${name}.csv`,
      toCsv(
        header.map((column) => columns(column)),
        [
          [range.from, t('opening'), null, null, null, { cents: balance.openingCents }],
          ...rows,
          [range.to, t('closing'), null, null, null, { cents: balance.closingCents }],
        ],
        locale,
      ),
    );
  }
  const format = formatterFor(locale);
  const named = format.dateTime(new Date(range.from), { month: 'long', year: 'numeric' });
  const { lines, isByDay } = toStatementLines(movements);
  const pdf = await renderStatement(lines, balance, locale, {
    title: t('statementTitle', { month: named }),
    subtitle: [t('statementOf', { name: me.displayName }), isByDay && t('statementByDay')].filter(Boolean).join(' '),
    total: t('total'),
    opening: t('opening'),
    closing: t('closing'),
    debt: t('debt'),
    date: (day) => format.dateTime(new Date(day), { day: '2-digit', month: '2-digit', year: 'numeric' }),
    concept: ({ concept, movement, count }) =>
      [
        t(`concepts.${concept}`),
        movement ? movement.product : t('statementCount', { count }),
        movement && source(movement),
      ]
        .filter(Boolean)
        .join(' · '),
  });
  return new Response(new Uint8Array(pdf), {
    headers: {
      'content-type': 'application/pdf',
      'content-disposition': `attachment; filename="${name}.pdf"`,
      'cache-control': 'private, no-store',
    },
  });
});
