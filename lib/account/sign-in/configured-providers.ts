import 'server-only';
import { z } from 'zod';
import { recently } from '@/lib/core/cache/recent';
import { env } from '@/lib/core/env';
import { deadlines, fetchWithin } from '@/lib/core/http/deadlines';
import { log } from '@/lib/core/log';
import { type SocialProvider, socialProviders } from './social-providers';

const settings = z.object({ external: z.record(z.string(), z.unknown()) });

/** Reads the providers that Auth is configured for; null if it does not answer. */
async function readConfigured(): Promise<SocialProvider[] | null> {
  const { SUPABASE_URL, SUPABASE_PUBLISHABLE_KEY } = env();
  try {
    const response = await fetchWithin(deadlines.ping)(`${SUPABASE_URL}/auth/v1/settings`, {
      headers: { apikey: SUPABASE_PUBLISHABLE_KEY },
      cache: 'no-store',
    });
    if (!response.ok) throw new Error(`status ${response.status}`);
    const { external } = settings.parse(await response.json());
    return socialProviders.filter((provider) => external[provider] === true);
  } catch (problem) {
    log.warn({ error: String(problem) }, 'it is not known which services people can sign in with');
    return null;
  }
}

const configured = recently(readConfigured, { fresh: 60_000, patience: 200 });

/**
 * The configured sign-in providers (docs/production.md, "Google and Discord"); none while Auth does not answer. A
 * change takes effect within a minute.
 */
export const configuredProviders = async (): Promise<SocialProvider[]> => (await configured()) ?? [];
