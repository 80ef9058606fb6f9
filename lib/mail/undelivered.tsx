import { getTranslations } from 'next-intl/server';
import { Text } from 'react-email';
import { z } from 'zod';
import { readRpc } from '@/lib/core/action/rpc';
import { formatCents } from '@/lib/core/money';
import { MailLine } from './layout';
import type { MailTemplate } from './types';

const undelivered = z.object({ pago_id: z.string(), motivo: z.string() });
const facts = z.object({
  nombre: z.string(),
  total_centimos: z.coerce.number(),
  user_id: z.string(),
  destinatario_id: z.string(),
});

/** Tells a buyer why a paid purchase could not be delivered, and that the money is refunded. */
export const composeUndelivered: MailTemplate = async ({ client, data, locale, siteUrl }) => {
  const { pago_id, motivo } = undelivered.parse(data);
  const { nombre, total_centimos, user_id, destinatario_id } = await readRpc(
    client,
    'datos_recibo',
    { p_pago: pago_id },
    facts,
  );
  const t = await getTranslations({ locale, namespace: 'undelivered' });
  const amount = formatCents(total_centimos, locale);
  const reason = motivo === 'ya_lo_tienes' && user_id !== destinatario_id ? 'ya_lo_tiene' : motivo;
  const said = t('returning', { why: t('why', { reason }), amount });
  return {
    subject: t('subject', { name: nombre }),
    preview: said,
    title: t('title'),
    action: { href: `${siteUrl}/profile/payment/${pago_id}`, label: t('open') },
    footer: t('footer'),
    content: (
      <>
        <Text>{said}</Text>
        <MailLine name={t('product')} value={nombre} strong />
        <MailLine name={t('amount')} value={amount} strong />
        <Text>{t('when')}</Text>
      </>
    ),
  };
};
