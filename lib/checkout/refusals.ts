import { reasonFor } from '@/lib/payments/gift';

/** All refusals of purchases with their HTTP status. Each has its own message. */
export const refusals = {
  sin_sesion: 401,
  origen_no_valido: 403,
  mantenimiento: 503,
  sin_servicio: 503,
  cuenta_baneada: 403,
  cuenta_deshabilitada: 403,
  requiere_club: 403,
  gratis_no_permitido: 403,
  no_existe: 404,
  destinatario_no_existe: 404,
  pendiente: 409,
  rechazado: 409,
  no_disponible: 409,
  sin_edicion_previa: 409,
  sin_stock: 409,
  reservado: 409,
  demasiadas_reservas: 429,
  pago_en_camino: 409,
  ya_lo_tienes: 409,
  ya_lo_tiene: 409,
  tienes_superior: 409,
  tienes_una_parte: 409,
  precio_cambiado: 409,
  regalo_en_espera: 409,
  otra_persona: 409,
  ya_del_club: 409,
  suscripcion_abierta: 409,
  sin_suscripcion: 404,
  sin_membresia: 404,
  cancelacion_fallida: 502,
  gestion_fallida: 500,
  caducado: 409,
  cambio_caducado: 409,
  cambio_sin_respuesta: 502,
  plan_igual: 409,
  plan_no_cambiable: 409,
  datos_no_validos: 422,
  nombre_minecraft_no_valido: 422,
  falta_consentimiento: 422,
  cupon_no_valido: 422,
  metodo_no_valido: 422,
  solo_tarjeta: 422,
  no_regalable: 422,
  regalo_a_si_mismo: 422,
  correo_no_valido: 422,
  mensaje_no_valido: 422,
  mensaje_con_enlaces: 422,
  fecha_no_valida: 422,
  importe_minimo: 422,
  saldo_insuficiente: 422,
  demasiados_intentos: 429,
  proveedor_no_responde: 502,
  gratis_fallido: 500,
  orden_paypal_fallida: 502,
  registro_fallido: 500,
  uncoins_fallido: 500,
  fallo: 500,
} as const;

export type Refusal = keyof typeof refusals;

/** Refusals because the buyer has it, or more, already. */
export const isOwned = (refusal: Refusal): boolean => refusal === 'ya_lo_tienes' || refusal === 'tienes_superior';

const isRefusal = (code: string): code is Refusal => Object.hasOwn(refusals, code);

/** Maps a refusal of the database; an unknown one is a failure. */
export function asRefusal(error: string, isGift = false): Refusal {
  const code = reasonFor(error, isGift);
  return isRefusal(code) ? code : 'fallo';
}
