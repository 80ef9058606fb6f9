import { z } from 'zod';
import { callWithSecretKey, type Project } from './call.ts';

const answer = z.union([
  z.object({ ok: z.literal(true), creados: z.coerce.number().optional(), user_id: z.string().optional() }),
  z.object({ ok: z.literal(false), error: z.string() }),
]);

const refusals: Record<string, string> = {
  usuario_no_existe: 'nobody has an account with this address',
  motivo_no_valido: 'give a reason of 3 to 500 characters',
  es_admin: 'this is an admin: give the role to somebody else in the panel first',
  club_activo: 'the Club is active: cancel the membership at Stripe, and wait for the ten-minute job',
  retiro_pendiente: 'a withdrawal is open: pay or reject it in the panel first',
  pago_en_curso: 'a payment is open or disputed: wait until it is settled',
};

const ask = async (project: Project, name: string, values: Record<string, string | null>) =>
  answer.parse(await callWithSecretKey(project, name, values));

type Answer = z.infer<typeof answer>;

const isUnknownPerson = (said: Answer) => !said.ok && said.error === 'usuario_no_existe';

/** An answer that is no refusal. Throws the sentence of a refusal, with advice. */
function granted(name: string, said: Answer, advice = '') {
  if (!said.ok) throw new Error(`${refusals[said.error] ?? `${name}: ${said.error}`}${advice}`);
  return said;
}

/**
 * Makes a registered person an admin and creates the packs of UnCoins in the name of the first admin. Idempotent.
 *
 * @param email sign-in address of the admin
 * @returns a sentence per completed step
 * @throws an Error with a sentence if the project refuses
 */
export async function makeAdmin(project: Project, email: string): Promise<string[]> {
  const named = await ask(project, 'nombrar_admin', { p_email: email });
  granted('nombrar_admin', named, isUnknownPerson(named) ? ': register in the shop and confirm it first' : '');
  const { creados = 0 } = granted('crear_packs', await ask(project, 'crear_packs', {}));
  return [
    `${email} is an admin: open /dashboard-admin and set up an authenticator app`,
    creados > 0 ? `created ${creados} packs of UnCoins` : 'the packs of UnCoins are there, and stay',
  ];
}

/**
 * Erases an account on request. Orders, payments and invoices stay, as the law requires, without a name where it is not
 * required. Idempotent for an id.
 *
 * @param who the address of the account, or its id
 * @param reason recorded in the panel's log: the kind of request, without the person's name
 * @throws an Error with a sentence if the account cannot be erased
 */
export async function erasePerson(
  project: Project,
  who: { email?: string | undefined; id?: string | undefined },
  reason: string,
): Promise<string[]> {
  const values = { p_email: who.email ?? null, p_motivo: reason, ...(who.id && { p_usuario: who.id }) };
  const said = await ask(project, 'borrar_cuenta', values);
  if (who.id && isUnknownPerson(said)) return [`the account ${who.id} is already erased, or not in this database`];
  const { user_id } = granted('borrar_cuenta', said);
  return [
    `the account ${user_id} is erased: keep this id outside of the database, to erase it again after a restore`,
    'the ten-minute job deletes its pictures and ends what it has at Stripe',
  ];
}
