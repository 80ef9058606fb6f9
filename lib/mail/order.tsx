import { z } from 'zod';
import { readRpc } from '@/lib/core/action/rpc';
import { shortId } from '@/lib/core/short-id';
import { itemName } from './item-name';
import { MailLine } from './layout';
import type { MailContext, MailTemplate } from './types';

const named = z.object({ pedido_id: z.string() });

/** The facts of an order as `datos_pedido` returns them. */
const orderData = z.object({
  pedido_id: z.string(),
  nombre: z.string().nullable(),
  nombre_en: z.string().nullable(),
  edicion: z.string().nullable(),
  edicion_en: z.string().nullish(),
  minecraft_name: z.string().nullable(),
});

async function readOrder({ client, data, locale }: MailContext) {
  const { pedido_id } = named.parse(data);
  const order = await readRpc(client, 'datos_pedido', { p_pedido: pedido_id }, orderData);
  return { ...order, name: itemName(locale, { ...order, nombre: order.nombre ?? '' }) };
}

const composeOrderNews =
  (kind: 'canje' | 'reserva'): MailTemplate =>
  async (context) => {
    const { t, siteUrl } = context;
    const order = await readOrder(context);
    const subject = t(`${kind}.subject`, { name: order.name });
    return {
      subject,
      title: t(`${kind}.title`),
      action: { href: `${siteUrl}/profile/order/${order.pedido_id}`, label: t('openOrder') },
      footer: t('orderFooter'),
      content: (
        <>
          <MailLine name={t('product')} value={order.name} strong />
          {order.minecraft_name && <MailLine name={t('minecraftName')} value={order.minecraft_name} />}
          <MailLine name={t('order')} value={shortId(order.pedido_id)} />
        </>
      ),
    };
  };

/** A code was redeemed. */
export const composeRedeemed = composeOrderNews('canje');
/** A reserved product has been released. */
export const composeReleased = composeOrderNews('reserva');
