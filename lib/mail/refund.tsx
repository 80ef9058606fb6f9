import { z } from 'zod';
import { inLanguage } from '@/lib/catalog/rows';
import { readRpc } from '@/lib/core/action/rpc';
import { formatCents } from '@/lib/core/money';
import { MailLine } from './layout';
import type { MailTemplate } from './types';

const refundData = z.object({
  pago_id: z.string(),
  estado: z.enum(['hecho', 'fallido']),
  centimos: z.coerce.number(),
  metodo: z.string(),
  entero: z.boolean(),
  motivo: z.string().nullish(),
});

const bought = z.object({ nombre: z.string(), nombre_en: z.string().nullish() });

/** Money of a purchase was refunded, or the refund failed. The provider's own words are shown to admins only. */
export const composeRefund: MailTemplate = async ({ client, data, locale, siteUrl, t }) => {
  const found = refundData.parse(data);
  const { nombre, nombre_en } = await readRpc(client, 'datos_recibo', { p_pago: found.pago_id }, bought);
  const amount =
    found.metodo === 'uncoins' ? t('coins', { count: found.centimos }) : formatCents(found.centimos, locale);
  const subject = t(`reembolso.${found.estado}`, { amount });
  const change = found.estado === 'fallido' ? 'failedText' : found.entero ? 'whole' : 'part';
  return {
    subject,
    action: { href: `${siteUrl}/profile/payment/${found.pago_id}`, label: t('reembolso.open') },
    footer: t('reembolso.footer'),
    content: (
      <>
        <MailLine name={t('reembolso.purchase')} value={inLanguage(locale, nombre, nombre_en)} strong />
        <MailLine name={t('reembolso.amount')} value={amount} />
        {found.motivo && <MailLine name={t('reembolso.reason')} value={found.motivo} />}
        <MailLine name={t('reembolso.what')} value={t(`reembolso.${change}`)} />
      </>
    ),
  };
};
