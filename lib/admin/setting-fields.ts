import { leastNameBounds } from '@/lib/account/names/minecraft-name';

/** The settings that the panel edits, with their columns of `configuracion_global`. */
export const settingColumns = {
  share: 'ingresos_creador_porcentaje',
  retention: 'dias_retencion',
  club: 'club_descuento_porcentaje',
  clubMonthly: 'club_precio_mensual',
  clubYearly: 'club_descuento_anual_porcentaje',
  surcharge: 'recargo_paypal_porcentaje',
  vat: 'iva_porcentaje',
  sellerName: 'vendedor_nombre',
  sellerTaxId: 'vendedor_nif',
  sellerAddress: 'vendedor_direccion',
  priceChange: 'precio_cambio_maximo_porcentaje',
  priceChanges: 'precio_cambios_por_dia',
  leastPrice: 'precio_minimo',
  leastName: 'nombre_minecraft_minimo',
  leastCodeName: 'nombre_minecraft_minimo_canje',
} as const;

export type SettingName = keyof typeof settingColumns;

/** Bounds of the whole numbers, as the database checks them. */
export const settingBounds = {
  share: [0, 100],
  retention: [0, 90],
  club: [0, 100],
  clubYearly: [0, 90],
  surcharge: [0, 100],
  vat: [0, 100],
  priceChange: [0, 100],
  priceChanges: [0, 50],
  leastName: leastNameBounds,
  leastCodeName: leastNameBounds,
} as const satisfies Partial<Record<SettingName, readonly [number, number]>>;

/** Bounds of the amounts in euros, as the database checks them. */
export const settingAmounts = { clubMonthly: [1, 99], leastPrice: [0.01, 99] } as const satisfies Partial<
  Record<SettingName, readonly [number, number]>
>;

/** Whether a setting is an amount in euros. */
export const isAmount = (name: SettingName): name is keyof typeof settingAmounts => name in settingAmounts;

/** Longest texts, in characters. */
export const settingLengths = { sellerName: 120, sellerTaxId: 20, sellerAddress: 300 } as const;

/** The form's sections, with their fields. */
export const settingSections = {
  creators: ['share', 'retention'],
  prices: ['club', 'surcharge'],
  club: ['clubMonthly', 'clubYearly'],
  invoices: ['sellerName', 'sellerTaxId', 'sellerAddress', 'vat'],
  changes: ['priceChange', 'priceChanges', 'leastPrice'],
  players: ['leastName', 'leastCodeName'],
} as const satisfies Record<string, readonly SettingName[]>;
