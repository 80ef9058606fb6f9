import 'server-only';
import { beginProofAttempt, type PasswordAttempt, tryPassword } from '@/lib/account/sign-in/password-attempt';
import { sessionOf } from '@/lib/account/sign-in/session-id';
import { fail, type Result, succeed } from '@/lib/core/action/result';
import { callRpc } from '@/lib/core/action/rpc';
import { throwIfOutage } from '@/lib/core/supabase/auth-outage';
import { createRequestClient } from '@/lib/core/supabase/server';

export type Proof = 'right' | 'currentWrong' | 'tooMany';
export type Unproven = 'notSignedIn' | 'tooMany' | 'invalid';

/**
 * Counts an attempt of the signed-in person to confirm the password.
 *
 * @returns their address and the attempt, or the refusal
 * @throws ServiceUnavailable in an outage
 */
export async function beginProof(): Promise<
  Result<{ email: string; attempt: PasswordAttempt }, 'notSignedIn' | 'tooMany'>
> {
  const client = await createRequestClient();
  const { data, error } = await client.auth.getUser();
  throwIfOutage(error);
  const email = data.user?.email;
  if (!email) return fail('notSignedIn');
  const attempt = await beginProofAttempt(await sessionOf(client));
  return attempt.refused ? fail('tooMany') : succeed({ email, attempt });
}

/**
 * Verifies the password, and permits an act that needs it for one minute.
 *
 * @param name the act: another password, requesting another address, or adding an app (without a password if the account
 *   has none)
 */
export async function permit(
  name: 'probar_contrasena' | 'permitir_cambio_correo' | 'permitir_segundo_factor',
  password: string,
): Promise<Proof> {
  const permitted = await callRpc(createRequestClient(), name, { p_contrasena: password }, ['contrasena_incorrecta']);
  if (permitted.ok) return 'right';
  return permitted.error === 'demasiados_intentos' ? 'tooMany' : 'currentWrong';
}

/**
 * Confirms the identity of the signed-in person by their password. A wrong one is an error of the field `current`, and
 * stays counted.
 *
 * @returns the person's address, or the refusal
 * @throws if the check fails, as in an outage; that does not count as an attempt
 */
export async function proveIdentity(check: () => Promise<Proof>): Promise<Result<string, Unproven>> {
  const begun = await beginProof();
  if (!begun.ok) return begun;
  const { email, attempt } = begun.value;
  const proof = await tryPassword(attempt, check);
  if (proof === 'tooMany') return fail('tooMany');
  if (proof === 'currentWrong') return fail('invalid', { fieldErrors: { current: proof } });
  await attempt.giveBack();
  return succeed(email);
}
