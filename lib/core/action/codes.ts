/**
 * Codes with which any action may be refused or fail. Their messages are in `problems` of the catalogues; a form may
 * override them.
 */
export const commonCodes = [
  'notSignedIn',
  'notAllowed',
  'closed',
  'tooMany',
  'otra_persona',
  'invalid',
  'unavailable',
  'failed',
] as const;
export type CommonCode = (typeof commonCodes)[number];
/** True if any action may be refused or fail with a code. */
export const isCommonCode = (code: string): code is CommonCode => (commonCodes as readonly string[]).includes(code);

/** Refusals that any function of the database may return, with their common codes. */
const databaseCodes = {
  sin_sesion: 'notSignedIn',
  sin_permiso: 'notAllowed',
  demasiados_intentos: 'tooMany',
  datos_no_validos: 'invalid',
} as const satisfies Record<string, CommonCode>;

export type DatabaseCode = keyof typeof databaseCodes;
/** True if a code is a refusal that any function of the database may return. */
export const isDatabaseCode = (code: string): code is DatabaseCode => Object.hasOwn(databaseCodes, code);

/** The codes that an action returns: a common code replaces its code of the database. */
export type ReturnedCode<Code extends string> = Exclude<Code, DatabaseCode> | CommonCode;

/** Replaces a code of the database by its common code. */
export const toCommonCode = <Code extends string>(code: Code): ReturnedCode<Code> =>
  isDatabaseCode(code) ? databaseCodes[code] : (code as ReturnedCode<Code>);
