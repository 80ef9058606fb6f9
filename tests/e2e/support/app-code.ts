import { Secret, TOTP } from 'otpauth';

/** The code that an authenticator app shows now. */
export const codeOf = (secret: string) => new TOTP({ secret: Secret.fromBase32(secret) }).generate();
