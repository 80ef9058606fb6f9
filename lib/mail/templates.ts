import 'server-only';
import { composeCase } from './case';
import { clubTemplates } from './club';
import { composeFavourite } from './favourite';
import { composeNewProduct, composeNewVersion } from './news';
import { composeRedeemed, composeReleased } from './order';
import { composeGift, composeReceipt } from './purchase';
import { composeRefund } from './refund';
import { composeRevision } from './revision';
import { composeSecondFactor } from './second-factor';
import type { MailTemplate } from './types';
import { composeUndelivered } from './undelivered';
import { composeWithdrawal } from './withdrawal';

/** Every kind of mail, by `correos.plantilla`. */
export const templates: Readonly<Record<string, MailTemplate>> = {
  recibo: composeReceipt,
  regalo: composeGift,
  no_entregado: composeUndelivered,
  canje: composeRedeemed,
  reserva: composeReleased,
  reembolso: composeRefund,
  caso: composeCase,
  retiro: composeWithdrawal,
  producto_nuevo: composeNewProduct,
  version_nueva: composeNewVersion,
  favorito: composeFavourite,
  revision: composeRevision,
  segundo_factor: composeSecondFactor,
  ...clubTemplates,
};
