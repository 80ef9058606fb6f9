import { Text } from 'react-email';
import { z } from 'zod';
import { inLanguage } from '@/lib/catalog/rows';
import { readRpc } from '@/lib/core/action/rpc';
import { formatCents } from '@/lib/core/money';
import { paidItem, paidName } from './item-name';
import { MailLine } from './layout';
import type { MailTemplate } from './types';

const named = z.object({ pago_id: z.string() });
const facts = z.object({ ...paidItem, total_centimos: z.coerce.number() });

/** Notifies a buyer that an expected payment did not arrive, so nothing is delivered. */
export const composeUnpaid: MailTemplate = async ({ client, data, locale, siteUrl, t }) => {
  const { pago_id } = named.parse(data);
  const item = await readRpc(client, 'datos_recibo', { p_pago: pago_id }, facts);
  const name = inLanguage(locale, item.nombre, item.nombre_en);
  const subject = t('pago_fallido.subject', { name });
  return {
    subject,
    title: t('pago_fallido.title'),
    action: { href: `${siteUrl}/profile/payment/${pago_id}`, label: t('openPayment') },
    footer: t('pago_fallido.footer'),
    content: (
      <>
        <Text>{t('pago_fallido.text')}</Text>
        <MailLine name={t('product')} value={paidName(locale, item)} strong />
        <MailLine name={t('pago_fallido.amount')} value={formatCents(item.total_centimos, locale)} />
      </>
    ),
  };
};
