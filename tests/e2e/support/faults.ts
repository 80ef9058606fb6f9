import type { Fault } from '../../../local/api/faults.ts';
import type { Person } from './people.ts';

const control = () => `${process.env.SUPABASE_URL}/__faults`;

/**
 * Lets these faults befall the API, and no others, until they are set anew.
 *
 * @param whom whose calls, or everybody's
 */
export async function setFaults(whom: Pick<Person, 'id'> | 'everybody', ...faults: Fault[]): Promise<void> {
  const body = JSON.stringify({ person: whom === 'everybody' ? whom : whom.id, faults });
  const response = await fetch(control(), { method: 'POST', body });
  if (!response.ok) throw new Error(`the faults were not set: ${await response.text()}`);
}

/** The calls that the API has got with a session of this person, as `GET /rest/v1/…`, in their order. */
export async function callsOf({ id }: Pick<Person, 'id'>): Promise<string[]> {
  const calls = (await (await fetch(control())).json()) as Array<{ person: string | null; call: string }>;
  return calls.filter(({ person }) => person === id).map(({ call }) => call);
}
