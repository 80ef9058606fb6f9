import { Text } from 'react-email';
import { z } from 'zod';
import { names } from '@/lib/catalog/rows';
import { callRpc, readRpc } from '@/lib/core/action/rpc';
import { giftPath, giftTokenHash } from '@/lib/core/security/gift-token';
import { itemName } from './item-name';
import { MailLine, MailWords } from './layout';
import type { ComposedMail, MailContext, MailTemplate } from './types';

const named = z.object({ pago_id: z.string() });

/** The facts of a gift as `datos_regalo` returns them. */
const giftData = z.object({
  ...names,
  edicion: z.string().nullable(),
  edicion_en: z.string().nullish(),
  de: z.string(),
  para: z.string(),
  mensaje: z.string().nullable(),
  fecha_entrega: z.string().nullable(),
});

/** A day, `YYYY-MM-DD`, in words. */
export const inWords = (locale: string, day: string) =>
  new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(day));

export type MailGift = { name: string; from: string; to: string; message: string | null; day: string | null };

/** The facts of a gift for a mail, in the reader's language. */
export async function readGift({ client, locale }: MailContext, paymentId: string): Promise<MailGift> {
  const row = await readRpc(client, 'datos_regalo', { p_pago: paymentId }, giftData);
  return {
    name: itemName(locale, row),
    from: row.de,
    to: row.para,
    message: row.mensaje,
    day: row.fecha_entrega && inWords(locale, row.fecha_entrega),
  };
}

/** The giver's message, with its line breaks. */
export const MailMessage = ({ text }: { text: string }) => (
  <MailWords text={text} style={{ margin: '12px 0', borderLeft: '3px solid #6a48f5', padding: '4px 0 4px 14px' }} />
);

/** The mail for the recipient of a gift: giver, message, and the link that opens it. */
async function composeForRecipient(
  context: MailContext,
  kind: 'regalo' | 'regalo_enlace',
  paymentId: string,
  path: string,
): Promise<ComposedMail> {
  const { t, siteUrl } = context;
  const gift = await readGift(context, paymentId);
  return {
    subject: t('regalo.subject', { from: gift.from }),
    preview: t(`${kind}.preview`, { name: gift.name }),
    title: t('regalo.title', { from: gift.from, name: gift.name }),
    action: { href: `${siteUrl}${path}`, label: t('regalo.open') },
    footer: t(`${kind}.footer`, { from: gift.from }),
    content: (
      <>
        <MailLine name={t('product')} value={gift.name} strong />
        {gift.message && <MailMessage text={gift.message} />}
        <Text>{t(`${kind}.text`)}</Text>
      </>
    ),
  };
}

/** Notifies the recipient of a gift. */
export const composeGift: MailTemplate = async (context) => {
  const { pago_id } = named.parse(context.data);
  return composeForRecipient(context, 'regalo', pago_id, `/profile/gift/${pago_id}`);
};

const linked = z.object({ pago_id: z.string(), serie: z.string() });

/** Sends the link of a gift to somebody who need not have an account. */
export const composeGiftLink: MailTemplate = async (context) => {
  const { pago_id, serie } = linked.parse(context.data);
  const renewed = { p_pago: pago_id, p_serie: serie, p_huella: giftTokenHash(serie) };
  await callRpc(context.client, 'renovar_enlace', renewed, []);
  return composeForRecipient(context, 'regalo_enlace', pago_id, giftPath(serie));
};

/** Notifies the giver that a scheduled gift was given. */
export const composeGiftGiven: MailTemplate = async (context) => {
  const { pago_id } = named.parse(context.data);
  const { t, siteUrl } = context;
  const gift = await readGift(context, pago_id);
  const subject = t('regalo_entregado.subject', { to: gift.to });
  return {
    subject,
    action: { href: `${siteUrl}/profile/gift/${pago_id}`, label: t('seeGift') },
    footer: t('orderFooter'),
    content: (
      <>
        <MailLine name={t('product')} value={gift.name} strong />
        <Text>{t('regalo_entregado.text', { to: gift.to })}</Text>
      </>
    ),
  };
};

const expired = z.object({ pago_id: z.string(), uncoins: z.coerce.number() });

/** Notifies the giver that nobody collected a gift, and of the UnCoins returned for it. */
export const composeGiftExpired: MailTemplate = async (context) => {
  const { pago_id, uncoins } = expired.parse(context.data);
  const { t, siteUrl } = context;
  const gift = await readGift(context, pago_id);
  return {
    subject: t('regalo_caducado.subject', { name: gift.name }),
    action: { href: `${siteUrl}/profile/gift/${pago_id}`, label: t('seeGift') },
    footer: t('orderFooter'),
    content: (
      <>
        <MailLine name={t('product')} value={gift.name} strong />
        <Text>{uncoins > 0 ? t('regalo_caducado.text', { count: uncoins }) : t('regalo_caducado.free')}</Text>
      </>
    ),
  };
};
