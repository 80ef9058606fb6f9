import { z } from 'zod';
import { readRpc } from '@/lib/core/action/rpc';
import { formatCents } from '@/lib/core/money';
import { MailLayout, MailLine, MailLink } from './layout';
import type { MailTemplate, MailTexts } from './types';

/** The facts of a payment as `datos_recibo` returns them. */
const receiptData = z.object({
  pago_id: z.string(),
  nombre: z.string(),
  total_centimos: z.coerce.number(),
  minecraft_name: z.string(),
  regalado_por: z.string().nullish(),
  presupuesto: z.object({
    edicion: z.string().nullish(),
    lineas: z.array(
      z.object({ concepto: z.string(), centimos: z.coerce.number(), porcentaje: z.coerce.number().optional() }),
    ),
  }),
  pedidos: z.array(z.string()),
});

type Kind = 'recibo' | 'regalo';

type Props = {
  kind: Kind;
  data: z.infer<typeof receiptData>;
  locale: string;
  siteUrl: string;
  recipient: string;
  t: MailTexts;
};

/** The receipt of a purchase, or the mail that tells somebody of a gift. */
function PurchaseMail({ kind, data, locale, siteUrl, recipient, t }: Props) {
  const order = data.pedidos[0];
  const name = data.presupuesto.edicion ? `${data.nombre} (${data.presupuesto.edicion})` : data.nombre;
  return (
    <MailLayout
      locale={locale}
      preview={t(`${kind}.subject`, { name })}
      title={t(`${kind}.title`, { recipient, from: data.regalado_por ?? '' })}
      action={{
        href: order ? `${siteUrl}/profile/order/${order}` : `${siteUrl}/profile/orders`,
        label: t('openOrder'),
      }}
      footer={t('footer')}
    >
      <MailLine name={t('product')} value={name} strong />
      {kind === 'recibo' &&
        data.presupuesto.lineas.map((line) => (
          <MailLine
            key={line.concepto}
            name={t(`lines.${line.concepto}`, { percent: String(line.porcentaje ?? '') })}
            value={formatCents(line.centimos, locale)}
          />
        ))}
      {kind === 'recibo' && (
        <MailLine
          name={t('total')}
          value={data.total_centimos === 0 ? t('free') : formatCents(data.total_centimos, locale)}
          strong
        />
      )}
      <MailLine name={t('minecraftName')} value={data.minecraft_name} />
      {order && <MailLine name={t('order')} value={order.slice(0, 8)} />}
      {kind === 'recibo' && <MailLink href={`${siteUrl}/profile/payment/${data.pago_id}`} label={t('openPayment')} />}
    </MailLayout>
  );
}

const compose =
  (kind: Kind): MailTemplate =>
  async ({ client, data, t, ...rest }) => {
    const { pago_id } = z.object({ pago_id: z.string() }).parse(data);
    const receipt = await readRpc(client, 'datos_recibo', { p_pago: pago_id }, receiptData);
    return {
      subject: t(`${kind}.subject`, { name: receipt.nombre }),
      body: <PurchaseMail kind={kind} data={receipt} t={t} {...rest} />,
    };
  };

export const composeReceipt = compose('recibo');
export const composeGift = compose('regalo');
