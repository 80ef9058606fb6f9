import 'server-only';
import { beginPasswordAttempt, type PasswordAttempt, tryPassword } from '@/lib/account/sign-in/password-attempt';
import { fail, type Result, succeed } from '@/lib/core/action/result';
import { callRpc } from '@/lib/core/action/rpc';
import { throwIfOutage } from '@/lib/core/supabase/auth-outage';
import { createRequestClient } from '@/lib/core/supabase/server';

export type Proof = 'right' | 'currentWrong' | 'tooMany';
export type Unproven = 'notSignedIn' | 'tooMany' | 'invalid';

/**
 * Counts an attempt of the signed-in person to prove by a password who they are.
 *
 * @returns their address and the attempt, or why it may not be tried
 * @throws ServiceUnavailable when Auth could not say now who asks
 */
export async function beginProof(): Promise<
  Result<{ email: string; attempt: PasswordAttempt }, 'notSignedIn' | 'tooMany'>
> {
  const client = await createRequestClient();
  const { data, error } = await client.auth.getUser();
  throwIfOutage(error);
  const email = data.user?.email;
  if (!email) return fail('notSignedIn');
  const attempt = await beginPasswordAttempt(email);
  return attempt.refused ? fail('tooMany') : succeed({ email, attempt });
}

/**
 * Allows the signed-in person within the next minute what needs the password, if this is theirs.
 *
 * @param name what is allowed: to ask for another address, or to set up an app (without a password, where there is none)
 */
export async function permit(
  name: 'permitir_cambio_correo' | 'permitir_segundo_factor',
  password: string,
): Promise<Proof> {
  const permitted = await callRpc(createRequestClient(), name, { p_contrasena: password }, ['contrasena_incorrecta']);
  if (permitted.ok) return 'right';
  return permitted.error === 'demasiados_intentos' ? 'tooMany' : 'currentWrong';
}

/**
 * Proves by the password that comes along who the signed-in person is. A wrong one is told at the field `current`, and
 * stays counted.
 *
 * @returns the person's address, or why it is not proven
 * @throws when it could not be found out, as in an outage; that is no guess
 */
export async function proveIdentity(check: (email: string) => Promise<Proof>): Promise<Result<string, Unproven>> {
  const begun = await beginProof();
  if (!begun.ok) return begun;
  const { email, attempt } = begun.value;
  const proof = await tryPassword(attempt, () => check(email));
  if (proof === 'tooMany') return fail('tooMany');
  if (proof === 'currentWrong') return fail('invalid', { fieldErrors: { current: proof } });
  await attempt.giveBack();
  return succeed(email);
}
