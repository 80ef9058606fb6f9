import { getFormatter, getTranslations } from 'next-intl/server';
import { z } from 'zod';
import { defineList } from '@/components/panel/define-list';
import { Webhook } from '@/components/ui/icons/desk';
import { pageProviders } from '@/lib/payments/methods';

const row = z
  .object({
    id: z.string(),
    momento: z.string(),
    proveedor: z.enum(pageProviders),
    evento_id: z.string(),
    tipo: z.string(),
    procesado_at: z.string().nullable(),
  })
  .transform((row) => ({
    id: row.id,
    receivedAt: row.momento,
    provider: row.proveedor,
    eventId: row.evento_id,
    kind: row.tipo,
    handledAt: row.procesado_at,
  }));

/** Stripe and PayPal events, searched by id or type prefix. */
export const events = defineList({
  source: 'eventos',
  row,
  choices: [...pageProviders, 'pendiente' as const],
  fileColumns: ['id', 'momento', 'proveedor', 'evento_id', 'tipo', 'procesado_at'],
  async view() {
    const [t, format] = await Promise.all([getTranslations('admin.eventList'), getFormatter()]);
    return {
      icon: <Webhook />,
      searchLabel: t('search'),
      choiceLabel: t('show'),
      choiceName: (choice) => t(`choices.${choice}`),
      empty: t('empty'),
      failed: t('failed'),
      columns: [
        {
          title: t('date'),
          order: 'fecha',
          className: 'whitespace-nowrap',
          cell: (event) => format.dateTime(new Date(event.receivedAt), 'moment'),
        },
        { title: t('provider'), cell: (event) => t(`choices.${event.provider}`) },
        { title: t('kind'), className: 'font-mono text-xs', cell: (event) => event.kind },
        { title: t('id'), className: 'font-mono text-xs', cell: (event) => event.eventId },
        {
          title: t('handled'),
          className: 'whitespace-nowrap',
          cell: (event) => (event.handledAt ? format.dateTime(new Date(event.handledAt), 'moment') : t('waiting')),
        },
      ],
    };
  },
});
