import type { BrowserContext } from '@playwright/test';
import { createServerClient } from '@supabase/ssr';
import { codeOf } from './app-code.ts';

export type Credentials = {
  email: string;
  password: string;
  /** Key of the authenticator app, if any. */
  secret?: string;
};
export type Steps = 'both steps' | 'password only';

/** Creates a session and returns its cookies, as the shop stores them. */
export async function createSession(
  person: Credentials,
  steps: Steps = 'both steps',
): Promise<Array<{ name: string; value: string }>> {
  const jar = new Map<string, string>();
  const client = createServerClient(process.env.SUPABASE_URL ?? '', process.env.SUPABASE_PUBLISHABLE_KEY ?? '', {
    cookies: {
      getAll: () => [...jar].map(([name, value]) => ({ name, value })),
      setAll: (changed) => {
        for (const { name, value } of changed) jar.set(name, value);
      },
    },
  });
  const { data, error } = await client.auth.signInWithPassword({ email: person.email, password: person.password });
  if (error) throw error;
  if (person.secret && steps === 'both steps') {
    const factorId = data.user.factors?.find(({ status }) => status === 'verified')?.id ?? '';
    const second = await client.auth.mfa.challengeAndVerify({ factorId, code: codeOf(person.secret) });
    if (second.error) throw second.error;
  }
  return [...jar].filter(([, value]) => value !== '').map(([name, value]) => ({ name, value }));
}

/** Replaces the browser's session. */
export async function beginSession(context: BrowserContext, person: Credentials): Promise<void> {
  const session = await createSession(person);
  await context.clearCookies({ name: /^sb-/ });
  await context.addCookies(
    session.map((cookie) => ({ ...cookie, url: process.env.SITE_URL, httpOnly: true, sameSite: 'Lax' as const })),
  );
}
