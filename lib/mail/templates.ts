import 'server-only';
import { accountTemplates } from './account';
import { composeAnnouncement } from './announcement';
import { composeAppeal } from './appeal';
import { composeCase } from './case';
import { clubTemplates } from './club';
import { composeAnswer, composeReview, composeSaleDispute, composeSaleRefund, composeSummary } from './creator';
import { composeFavourite } from './favourite';
import { composeGift, composeGiftExpired, composeGiftGiven, composeGiftLink } from './gift';
import { composeRequest, composeStock } from './help';
import { composeModeration } from './moderation';
import { composeNewProduct, composeNewVersion } from './news';
import { composeRedeemed, composeReleased } from './order';
import { composePausedWebhook } from './paused-webhook';
import { composePost } from './post';
import { composeProductEdit } from './product-edit';
import { composeReceipt } from './purchase';
import { composeAnswered, composeQuestion } from './question';
import { composeRefund } from './refund';
import { composeReviewMessage, composeRevision } from './revision';
import { composeSecondFactor } from './second-factor';
import { composeNewApiKey, composeNewSignIn, composePayoutAddress } from './security';
import { composeSilentServer } from './silent-server';
import type { MailTemplate } from './types';
import { composeUndelivered } from './undelivered';
import { composeUnpaid } from './unpaid';
import { composeWithdrawal } from './withdrawal';

/** Every kind of mail, by `correos.plantilla`. */
export const templates: Readonly<Record<string, MailTemplate>> = {
  recibo: composeReceipt,
  regalo: composeGift,
  regalo_enlace: composeGiftLink,
  regalo_entregado: composeGiftGiven,
  regalo_caducado: composeGiftExpired,
  no_entregado: composeUndelivered,
  pago_fallido: composeUnpaid,
  canje: composeRedeemed,
  reserva: composeReleased,
  reembolso: composeRefund,
  caso: composeCase,
  retiro: composeWithdrawal,
  producto_nuevo: composeNewProduct,
  version_nueva: composeNewVersion,
  favorito: composeFavourite,
  existencias: composeStock,
  solicitud: composeRequest,
  anuncio: composeAnnouncement,
  publicacion: composePost,
  revision: composeRevision,
  mensaje_revision: composeReviewMessage,
  producto_editado: composeProductEdit,
  resena: composeReview,
  respuesta: composeAnswer,
  pregunta: composeQuestion,
  contestada: composeAnswered,
  disputa_venta: composeSaleDispute,
  venta_devuelta: composeSaleRefund,
  resumen_creador: composeSummary,
  segundo_factor: composeSecondFactor,
  apelacion: composeAppeal,
  moderacion: composeModeration,
  entrada_nueva: composeNewSignIn,
  direccion_pago: composePayoutAddress,
  servidor_mudo: composeSilentServer,
  llave_nueva: composeNewApiKey,
  webhook_pausado: composePausedWebhook,
  ...clubTemplates,
  ...accountTemplates,
};
