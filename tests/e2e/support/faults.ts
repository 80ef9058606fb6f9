import type { Fault } from '@unstore/local-supabase/testing';
import type { Person } from './people.ts';

const control = () => `${process.env.SUPABASE_URL}/__faults`;

/**
 * Replaces the injected faults of the API.
 *
 * @param whom the person whose calls fail, or everybody
 */
export async function setFaults(whom: Pick<Person, 'id'> | 'everybody', ...faults: Fault[]): Promise<void> {
  const body = JSON.stringify({ person: whom === 'everybody' ? whom : whom.id, faults });
  const response = await fetch(control(), { method: 'POST', body });
  if (!response.ok) throw new Error(`the faults were not set: ${await response.text()}`);
}

/** API calls with a session of this person, as `GET /rest/v1/…`, in order. */
export async function callsOf({ id }: Pick<Person, 'id'>): Promise<string[]> {
  const calls = (await (await fetch(control())).json()) as Array<{ person: string | null; call: string }>;
  return calls.filter(({ person }) => person === id).map(({ call }) => call);
}
