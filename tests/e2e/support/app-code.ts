import { Secret, TOTP } from 'otpauth';

/** The current code of an authenticator app. */
export const codeOf = (secret: string) => new TOTP({ secret: Secret.fromBase32(secret) }).generate();
