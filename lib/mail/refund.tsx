import { z } from 'zod';
import { readRpc } from '@/lib/core/action/rpc';
import { formatCents } from '@/lib/core/money';
import { refundReason } from '@/lib/core/money/refund-reason';
import { paidItem, paidName } from './item-name';
import { MailLine } from './layout';
import type { MailTemplate } from './types';

const refundData = z.object({
  pago_id: z.string(),
  estado: z.enum(['hecho', 'fallido']),
  centimos: z.coerce.number(),
  metodo: z.string(),
  entero: z.boolean(),
  /** True for a gift that nobody collected, and that became coins. */
  caducado: z.boolean().nullish(),
  motivo: z.string().nullish(),
});

const bought = z.object({
  ...paidItem,
  presupuesto: paidItem.presupuesto.extend({ es_recarga: z.boolean().nullish() }),
});

/** Money of a purchase was refunded, or the refund failed. The provider's own message is shown to admins only. */
export const composeRefund: MailTemplate = async ({ client, data, locale, siteUrl, t }) => {
  const found = refundData.parse(data);
  const item = await readRpc(client, 'datos_recibo', { p_pago: found.pago_id }, bought);
  const amount =
    found.metodo === 'uncoins' ? t('coins', { count: found.centimos }) : formatCents(found.centimos, locale);
  const subject = t(`reembolso.${found.estado}`, { amount });
  const kept = found.entero ? 'whole' : 'part';
  const change = item.presupuesto.es_recarga || found.caducado ? (`${kept}Coins` as const) : kept;
  return {
    subject,
    action: { href: `${siteUrl}/profile/payment/${found.pago_id}`, label: t('reembolso.open') },
    footer: t('reembolso.footer'),
    content: (
      <>
        <MailLine name={t('reembolso.purchase')} value={paidName(locale, item)} strong />
        <MailLine name={t('reembolso.amount')} value={amount} />
        {found.motivo && (
          <MailLine
            name={t('reembolso.reason')}
            value={refundReason((code) => t(`refundReasons.${code}`), found.motivo)}
          />
        )}
        <MailLine
          name={t('reembolso.what')}
          value={t(`reembolso.${found.estado === 'fallido' ? 'failedText' : change}`)}
        />
      </>
    ),
  };
};
