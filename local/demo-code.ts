import { Secret, TOTP } from 'otpauth';
import { demoAccounts } from '../supabase/seed/demo-accounts.ts';

for (const { label, email, secret } of demoAccounts) {
  if (!secret) continue;
  const totp = new TOTP({ secret: Secret.fromBase32(secret) });
  const seconds = Math.ceil(totp.remaining() / 1000);
  console.log(`  ${label}  ${email}  ${totp.generate()}  (for another ${seconds} s)`);
  console.log(`  Or type this key into an authenticator app: ${secret}`);
}
