import type { CommonCode } from '@/lib/core/action/codes';

/** An authenticator app that a person has set up. */
export type Factor = { id: string; name: string; createdAt: string };

/** An app during set-up: a QR code, or text to type. */
export type Enrolment = {
  factorId: string;
  secret: string;
  /** The QR code: side in modules, dark modules as an SVG path. */
  qr: { size: number; path: string };
};

/** Errors, as keys of `twoFactor.errors`. */
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
