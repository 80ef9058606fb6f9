export { type GooglePerson, googleCode } from './api/auth/google.ts';
export { readToken, signToken } from './api/auth/tokens.ts';
export type { Fault } from './api/faults.ts';
