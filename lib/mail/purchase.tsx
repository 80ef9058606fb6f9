import { z } from 'zod';
import { readRpc } from '@/lib/core/action/rpc';
import { formatCents } from '@/lib/core/money';
import { type MailGift, MailMessage, readGift } from './gift';
import { MailLayout, MailLine, MailLink } from './layout';
import type { MailTemplate, MailTexts } from './types';

/** The facts of a payment as `datos_recibo` returns them. */
const receiptData = z.object({
  pago_id: z.string(),
  nombre: z.string(),
  total_centimos: z.coerce.number(),
  minecraft_name: z.string().nullable(),
  user_id: z.string(),
  destinatario_id: z.string(),
  presupuesto: z.object({
    edicion: z.string().nullish(),
    lineas: z.array(
      z.object({ concepto: z.string(), centimos: z.coerce.number(), porcentaje: z.coerce.number().optional() }),
    ),
  }),
  pedidos: z.array(z.string()),
});

type Props = {
  data: z.infer<typeof receiptData>;
  locale: string;
  siteUrl: string;
  recipient: string;
  t: MailTexts;
  /** Set for a purchase for somebody else. */
  gift: MailGift | null;
};

/** The receipt of a purchase; that of a gift names its recipient, and leads to the gift. */
function ReceiptMail({ data, locale, siteUrl, recipient, t, gift }: Props) {
  const order = gift ? undefined : data.pedidos[0];
  const name = data.presupuesto.edicion ? `${data.nombre} (${data.presupuesto.edicion})` : data.nombre;
  return (
    <MailLayout
      locale={locale}
      preview={t('recibo.subject', { name })}
      title={t('recibo.title', { recipient })}
      action={
        gift
          ? { href: `${siteUrl}/profile/gift/${data.pago_id}`, label: t('seeGift') }
          : { href: order ? `${siteUrl}/profile/order/${order}` : `${siteUrl}/profile/orders`, label: t('openOrder') }
      }
      footer={t('footer')}
    >
      <MailLine name={t('product')} value={name} strong />
      {gift && <MailLine name={t('giftTo')} value={gift.to} strong />}
      {gift?.day && <MailLine name={t('giftDay')} value={gift.day} />}
      {gift?.message && <MailMessage text={gift.message} />}
      {data.presupuesto.lineas.map((line) => (
        <MailLine
          key={line.concepto}
          name={t(`lines.${line.concepto}`, { percent: String(line.porcentaje ?? '') })}
          value={formatCents(line.centimos, locale)}
        />
      ))}
      <MailLine
        name={t('total')}
        value={data.total_centimos === 0 ? t('free') : formatCents(data.total_centimos, locale)}
        strong
      />
      {data.minecraft_name && !gift && <MailLine name={t('minecraftName')} value={data.minecraft_name} />}
      {order && <MailLine name={t('order')} value={order.slice(0, 8)} />}
      <MailLink href={`${siteUrl}/profile/payment/${data.pago_id}`} label={t('openPayment')} />
    </MailLayout>
  );
}

export const composeReceipt: MailTemplate = async (context) => {
  const { client, data, t, locale, siteUrl, recipient } = context;
  const { pago_id } = z.object({ pago_id: z.string() }).parse(data);
  const receipt = await readRpc(client, 'datos_recibo', { p_pago: pago_id }, receiptData);
  const gift = receipt.user_id === receipt.destinatario_id ? null : await readGift(context, pago_id);
  return {
    subject: t('recibo.subject', { name: receipt.nombre }),
    body: <ReceiptMail data={receipt} t={t} locale={locale} siteUrl={siteUrl} recipient={recipient} gift={gift} />,
  };
};
