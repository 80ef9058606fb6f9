/** Why any action may refuse or fail. The texts are in the catalogue's `problems`; a form may have its own for one. */
export const commonCodes = [
  'notSignedIn',
  'notAllowed',
  'closed',
  'tooMany',
  'invalid',
  'unavailable',
  'failed',
] as const;
export type CommonCode = (typeof commonCodes)[number];

/** The refusals that every function of the database may answer. */
const databaseCodes = {
  sin_sesion: 'notSignedIn',
  sin_permiso: 'notAllowed',
  demasiados_intentos: 'tooMany',
  datos_no_validos: 'invalid',
} as const satisfies Record<string, CommonCode>;

export type DatabaseCode = keyof typeof databaseCodes;
/** Whether a code is one that any function of the database may answer. */
export const isDatabaseCode = (code: string): code is DatabaseCode => Object.hasOwn(databaseCodes, code);

/** The codes that leave an action: those of the database that have a common code are replaced by it. */
export type Told<Code extends string> = Exclude<Code, DatabaseCode> | CommonCode;

/** The code that leaves an action for one of the database. */
export const tell = <Code extends string>(code: Code): Told<Code> =>
  isDatabaseCode(code) ? databaseCodes[code] : (code as Told<Code>);
