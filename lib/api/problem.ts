import 'server-only';
import { problemResponse } from '@/lib/core/http/problem';

/** Every refusal of the API with its status. `title` is for people who read logs; programs read `code`. */
export const problems = {
  invalid_json: [400, 'The body is not JSON.'],
  unauthorized: [401, 'The Authorization header is missing.'],
  forbidden: [403, 'The key may not do this.'],
  account_disabled: [403, 'This account may not publish.'],
  not_found: [404, 'There is no such thing.'],
  method_not_allowed: [405, 'This address does not know the method.'],
  code_taken: [409, 'The product has a coupon with this code.'],
  too_many_coupons: [409, 'The account has too many running coupons.'],
  no_activations_left: [409, 'The licence is active on as many servers as it may be.'],
  no_space: [409, 'The files of the account leave no room for this one.'],
  too_many_uploads: [409, 'Too many uploads are open.'],
  file_arrived: [409, 'The file of this upload has been sent already.'],
  file_missing: [409, 'The file has not been uploaded.'],
  file_incomplete: [409, 'The uploaded file has another size.'],
  changed: [409, 'The product was changed at the same time. Repeat the call.'],
  too_large: [413, 'The body is larger than a megabyte.'],
  unsupported_type: [415, 'The body must be application/json.'],
  invalid: [422, 'Something in the request is not valid.'],
  idempotency_key_reused: [422, 'The Idempotency-Key was used for another request.'],
  too_many_requests: [429, 'Too many requests.'],
  failed: [500, 'The shop failed.'],
  unavailable: [503, 'The shop cannot do this right now.'],
} as const satisfies Record<string, readonly [status: number, title: string]>;
export type ProblemCode = keyof typeof problems;

/** A wrong value: its position in the request, and its problem. */
export type Wrong = { path: string; message: string };

/** The refusals of the database under their codes of the API. */
const databaseCodes: Record<string, ProblemCode> = {
  sin_permiso: 'forbidden',
  sin_sesion: 'forbidden',
  cuenta_deshabilitada: 'account_disabled',
  no_existe: 'not_found',
  codigo_ocupado: 'code_taken',
  demasiados_cupones: 'too_many_coupons',
  sin_activaciones: 'no_activations_left',
  sin_espacio: 'no_space',
  demasiadas_subidas: 'too_many_uploads',
  archivo_no_existe: 'file_missing',
  incompleto: 'file_incomplete',
  ha_cambiado: 'changed',
  otra_peticion: 'idempotency_key_reused',
  demasiados_intentos: 'too_many_requests',
};

/** Faulty values by the refusal of the database, which does not say which of the fields is wrong. */
const wrongValues: Record<string, { paths: string[]; message: string }> = {
  demasiado_grande: { paths: ['bytes'], message: 'more than storage takes' },
  codigo_no_valido: { paths: ['code'], message: 'not a coupon code' },
  descuento_excesivo: { paths: ['percent', 'amount_cents'], message: 'more than your share of a sale' },
  fechas_no_validas: { paths: ['from', 'to'], message: 'not a span of days from today on, two years at most' },
};

/** A refusal of the API; `run` of an operation throws it. */
export class Refusal extends Error {
  readonly code: ProblemCode;
  readonly errors: Wrong[] | undefined;

  constructor(code: ProblemCode, errors?: Wrong[]) {
    super(code);
    this.code = code;
    this.errors = errors;
  }
}

/** The refusal of the API for one of the database. */
export function refusalOf(error: string): Refusal {
  const code = databaseCodes[error];
  if (code) return new Refusal(code);
  const wrong = wrongValues[error];
  return new Refusal(
    'invalid',
    wrong?.paths.map((path) => ({ path, message: wrong.message })),
  );
}

/**
 * A problem document (RFC 9457).
 *
 * @param headers further headers of the response
 */
export function problem(
  { code, errors }: Pick<Refusal, 'code'> & Partial<Pick<Refusal, 'errors'>>,
  headers: HeadersInit = {},
): Response {
  const [status, title] = problems[code];
  const document = { type: `/developers#${code}`, title, status, code, ...(errors ? { errors } : {}) };
  return problemResponse(document, headers);
}
