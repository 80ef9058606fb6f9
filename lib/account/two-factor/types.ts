import type { CommonCode } from '@/lib/core/action/codes';

/** An authenticator app that a person has set up. */
export type Factor = { id: string; name: string; createdAt: string };

/** An app that is being set up: what it scans, or what is typed into it. */
export type Enrolment = {
  factorId: string;
  secret: string;
  /** The picture to scan: the side in modules, and the dark ones as the path of an SVG. */
  qr: { size: number; path: string };
};

/** What may be wrong, as keys of the catalogue namespace `twoFactor.errors`. */
export const mfaErrors = [
  'codeShape',
  'codeWrong',
  'tooManyCodes',
  'recoveryShape',
  'recoveryWrong',
  'tooManyApps',
  'nameEmpty',
  'nameLong',
  'nameTaken',
  'passwordEmpty',
  'currentWrong',
  'stepMissing',
  'staffNeedsOne',
  'gone',
  'off',
] as const;
export type MfaError = (typeof mfaErrors)[number] | CommonCode;
