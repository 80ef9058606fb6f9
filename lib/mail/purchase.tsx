import { z } from 'zod';
import { inLanguage, names } from '@/lib/catalog/rows';
import { readRpc } from '@/lib/core/action/rpc';
import { formatterFor } from '@/lib/core/i18n/formatter';
import type { Locale } from '@/lib/core/i18n/locales';
import { formatCents } from '@/lib/core/money';
import { shortId } from '@/lib/core/short-id';
import { inWords, type MailGift, MailMessage, readGift } from './gift';
import { paidName } from './item-name';
import { MailLine, MailLink, MailText } from './layout';
import type { MailTemplate, MailTexts } from './types';

/** The facts of a payment as `datos_recibo` returns them. */
const receiptData = z.object({
  pago_id: z.string(),
  nombre: z.string(),
  nombre_en: z.string().nullish(),
  total_centimos: z.coerce.number(),
  metodo: z.string(),
  minecraft_name: z.string().nullable(),
  consentimiento: z.object({ es: z.string(), en: z.string() }).nullish(),
  consentimiento_at: z.string().nullish(),
  user_id: z.string(),
  destinatario_id: z.string().nullable(),
  presupuesto: z.object({
    edicion: z.string().nullish(),
    edicion_en: z.string().nullish(),
    lineas: z.array(
      z.object({
        concepto: z.string(),
        centimos: z.coerce.number(),
        porcentaje: z.coerce.number().optional(),
        nombre: z.string().optional(),
        nombre_en: z.string().optional(),
      }),
    ),
  }),
  pedidos: z.array(z.string()),
  articulos: z.array(
    z.object({
      pedido_id: z.string(),
      ...names,
      es_reserva: z.boolean(),
      fecha_lanzamiento: z.string().nullable(),
    }),
  ),
});

type Props = {
  data: z.infer<typeof receiptData>;
  locale: Locale;
  siteUrl: string;
  t: MailTexts;
  /** Set for a purchase for somebody else. */
  gift: MailGift | null;
};

const dateOf = (moment: string | null | undefined, locale: Locale): string =>
  moment ? formatterFor(locale).dateTime(new Date(moment), { dateStyle: 'long', timeStyle: 'short' }) : '';

/** An amount in the payment's currency: one UnCoin per cent. */
const amountOf = (cents: number, method: string, locale: Locale, t: MailTexts): string =>
  method === 'uncoins' ? t('coins', { count: cents }) : formatCents(cents, locale);

/** The link of the receipt: the gift, the single order, or all orders. */
function actionOf({ data, siteUrl, t, gift }: Props): { href: string; label: string } {
  if (gift) return { href: `${siteUrl}/profile/gift/${data.pago_id}`, label: t('seeGift') };
  const [order] = data.pedidos;
  return data.pedidos.length === 1
    ? { href: `${siteUrl}/profile/order/${order}`, label: t('openOrder') }
    : { href: `${siteUrl}/profile/orders`, label: t('openOrders') };
}

/** The buyer's orders: one by its number, several by links. */
function Orders({ data, siteUrl, locale, t }: Props) {
  const [order] = data.pedidos;
  if (data.pedidos.length === 1 && order) return <MailLine name={t('order')} value={shortId(order)} />;
  return data.articulos.map(({ pedido_id, nombre, nombre_en }) => (
    <MailLink
      key={pedido_id}
      href={`${siteUrl}/profile/order/${pedido_id}`}
      label={`${t('order')} ${shortId(pedido_id)}: ${inLanguage(locale, nombre, nombre_en)}`}
    />
  ));
}

/** The release dates of preorders, so that nobody looks for the download before. */
const Preorders = ({ data, locale, t }: Props) =>
  data.articulos.map(
    ({ pedido_id, nombre, nombre_en, es_reserva, fecha_lanzamiento: day }) =>
      es_reserva &&
      day && (
        <MailText
          key={pedido_id}
          text={t('preorder', { name: inLanguage(locale, nombre, nombre_en), date: inWords(locale, day) })}
        />
      ),
  );

/** The purchased goods, recipient and total. */
function Receipt({ name, ...props }: Props & { name: string }) {
  const { data, locale, siteUrl, t, gift } = props;
  return (
    <>
      <MailLine name={t('product')} value={name} strong />
      {gift && <MailLine name={t('giftTo')} value={gift.to || t('giftByLink')} strong />}
      {gift?.day && <MailLine name={t('giftDay')} value={gift.day} />}
      {gift?.message && <MailMessage text={gift.message} />}
      {data.presupuesto.lineas.map((line) => (
        <MailLine
          key={line.concepto}
          name={t(`lines.${line.concepto}`, {
            percent: String(line.porcentaje ?? ''),
            name: inLanguage(locale, line.nombre ?? '', line.nombre_en),
          })}
          value={amountOf(line.centimos, data.metodo, locale, t)}
        />
      ))}
      <MailLine
        name={t('total')}
        value={data.total_centimos === 0 ? t('free') : amountOf(data.total_centimos, data.metodo, locale, t)}
        strong
      />
      {data.minecraft_name && !gift && <MailLine name={t('minecraftName')} value={data.minecraft_name} />}
      {!gift && <Orders {...props} />}
      <Preorders {...props} />
      {data.consentimiento && (
        <MailText
          text={t('consent', {
            date: dateOf(data.consentimiento_at, locale),
            words: data.consentimiento[locale],
          })}
        />
      )}
      <MailLink href={`${siteUrl}/profile/payment/${data.pago_id}`} label={t('openPayment')} />
    </>
  );
}

/** The receipt of a purchase; that of a gift names its recipient, and links to the gift. */
export const composeReceipt: MailTemplate = async (context) => {
  const { client, data, t, locale, siteUrl, recipient } = context;
  const { pago_id } = z.object({ pago_id: z.string() }).parse(data);
  const receipt = await readRpc(client, 'datos_recibo', { p_pago: pago_id }, receiptData);
  const gift = receipt.user_id === receipt.destinatario_id ? null : await readGift(context, pago_id);
  const product = inLanguage(locale, receipt.nombre, receipt.nombre_en);
  const name = paidName(locale, receipt);
  const props = { data: receipt, t, locale, siteUrl, gift };
  return {
    subject: t('recibo.subject', { name: product }),
    preview: t('recibo.subject', { name }),
    title: t('recibo.title', { recipient }),
    action: actionOf(props),
    footer: t('footer'),
    content: <Receipt {...props} name={name} />,
  };
};
