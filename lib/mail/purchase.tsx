import { z } from 'zod';
import { inLanguage } from '@/lib/catalog/rows';
import { readRpc } from '@/lib/core/action/rpc';
import type { Locale } from '@/lib/core/i18n/locales';
import { formatCents } from '@/lib/core/money';
import { MailLayout, MailLine, MailLink, MailText } from './layout';
import type { MailTemplate, MailTexts } from './types';

/** The facts of a payment as `datos_recibo` returns them. */
const receiptData = z.object({
  pago_id: z.string(),
  nombre: z.string(),
  total_centimos: z.coerce.number(),
  metodo: z.string(),
  minecraft_name: z.string().nullable(),
  consentimiento: z.object({ es: z.string(), en: z.string() }).nullish(),
  consentimiento_at: z.string().nullish(),
  regalado_por: z.string().nullish(),
  presupuesto: z.object({
    edicion: z.string().nullish(),
    lineas: z.array(
      z.object({ concepto: z.string(), centimos: z.coerce.number(), porcentaje: z.coerce.number().optional() }),
    ),
  }),
  pedidos: z.array(z.string()),
  articulos: z.array(z.object({ pedido_id: z.string(), nombre: z.string(), nombre_en: z.string().nullable() })),
});

type Kind = 'recibo' | 'regalo';

type Props = {
  kind: Kind;
  data: z.infer<typeof receiptData>;
  locale: Locale;
  siteUrl: string;
  recipient: string;
  t: MailTexts;
};

const dateOf = (moment: string | null | undefined, locale: Locale): string =>
  moment
    ? new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'short', timeZone: 'Europe/Madrid' }).format(
        new Date(moment),
      )
    : '';

/** An amount in what it was paid with: one UnCoin stands for a cent. */
const amountOf = (cents: number, method: string, locale: Locale, t: MailTexts): string =>
  method === 'uncoins' ? t('coins', { count: String(cents) }) : formatCents(cents, locale);

/** The receipt of a purchase, or the mail that tells somebody of a gift. */
function PurchaseMail({ kind, data, locale, siteUrl, recipient, t }: Props) {
  const [order] = data.pedidos;
  const isOne = data.pedidos.length === 1;
  const name = data.presupuesto.edicion ? `${data.nombre} (${data.presupuesto.edicion})` : data.nombre;
  return (
    <MailLayout
      locale={locale}
      preview={t(`${kind}.subject`, { name })}
      title={t(`${kind}.title`, { recipient, from: data.regalado_por ?? '' })}
      action={{
        href: isOne ? `${siteUrl}/profile/order/${order}` : `${siteUrl}/profile/orders`,
        label: t(isOne ? 'openOrder' : 'openOrders'),
      }}
      footer={t('footer')}
    >
      <MailLine name={t('product')} value={name} strong />
      {kind === 'recibo' &&
        data.presupuesto.lineas.map((line) => (
          <MailLine
            key={line.concepto}
            name={t(`lines.${line.concepto}`, { percent: String(line.porcentaje ?? '') })}
            value={amountOf(line.centimos, data.metodo, locale, t)}
          />
        ))}
      {kind === 'recibo' && (
        <MailLine
          name={t('total')}
          value={data.total_centimos === 0 ? t('free') : amountOf(data.total_centimos, data.metodo, locale, t)}
          strong
        />
      )}
      {data.minecraft_name && <MailLine name={t('minecraftName')} value={data.minecraft_name} />}
      {isOne && order && <MailLine name={t('order')} value={order.slice(0, 8)} />}
      {!isOne &&
        data.articulos.map(({ pedido_id, nombre, nombre_en }) => (
          <MailLink
            key={pedido_id}
            href={`${siteUrl}/profile/order/${pedido_id}`}
            label={`${t('order')} ${pedido_id.slice(0, 8)}: ${inLanguage(locale, nombre, nombre_en)}`}
          />
        ))}
      {kind === 'recibo' && data.consentimiento && (
        <MailText
          text={`${t('consent', { date: dateOf(data.consentimiento_at, locale) })} «${data.consentimiento[locale]}»`}
        />
      )}
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
