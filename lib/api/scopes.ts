/** The scopes of API keys, the same as in `ambitos_validos` (supabase/schemas/90_api_keys.sql). */
export const scopes = [
  'products:read',
  'products:write',
  'sales:read',
  'owners:read',
  'coupons:read',
  'coupons:write',
  'balance:read',
] as const;
export type Scope = (typeof scopes)[number];

/** The days for which a key may be valid. */
export const keyDays = [30, 90, 365] as const;
