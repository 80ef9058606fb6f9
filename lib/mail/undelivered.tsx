import { getTranslations } from 'next-intl/server';
import { Text } from 'react-email';
import { z } from 'zod';
import { inLanguage } from '@/lib/catalog/rows';
import { readRpc } from '@/lib/core/action/rpc';
import { formatCents } from '@/lib/core/money';
import { paidItem, paidName } from './item-name';
import { MailLine } from './layout';
import type { MailTemplate } from './types';

/** `centimos`: the refund; missing in mails of the previous release. */
const undelivered = z.object({ pago_id: z.string(), motivo: z.string(), centimos: z.number().optional() });
const facts = z.object({
  ...paidItem,
  total_centimos: z.coerce.number(),
  metodo: z.string(),
  user_id: z.string(),
  destinatario_id: z.string().nullable(),
});

/** Notifies a buyer why a purchase could not be delivered, and of its refund. */
export const composeUndelivered: MailTemplate = async ({ client, data, locale, siteUrl, t: mail }) => {
  const { pago_id, motivo, centimos } = undelivered.parse(data);
  const paid = await readRpc(client, 'datos_recibo', { p_pago: pago_id }, facts);
  const name = inLanguage(locale, paid.nombre, paid.nombre_en);
  const t = await getTranslations({ locale, namespace: 'undelivered' });
  const cents = centimos ?? paid.total_centimos;
  const inCoins = paid.metodo === 'uncoins';
  const amount = inCoins ? mail('coins', { count: cents }) : formatCents(cents, locale);
  const isTheirs = paid.user_id !== paid.destinatario_id && ['ya_lo_tienes', 'tienes_superior'].includes(motivo);
  const reason = isTheirs ? 'ya_lo_tiene' : motivo;
  const why = t('why', { reason });
  const said = cents > 0 ? t('returning', { why, amount }) : t('nothingLeft', { why });
  return {
    subject: t(cents > 0 && !inCoins ? 'subject' : 'subjectWithoutMoney', { name }),
    preview: said,
    title: t('title'),
    action: { href: `${siteUrl}/profile/payment/${pago_id}`, label: t('open') },
    footer: t('footer'),
    content: (
      <>
        <Text>{said}</Text>
        <MailLine name={t('product')} value={paidName(locale, paid)} strong />
        {cents > 0 && (
          <>
            <MailLine name={t('amount')} value={amount} strong />
            {!inCoins && <Text>{t('when')}</Text>}
          </>
        )}
      </>
    ),
  };
};
