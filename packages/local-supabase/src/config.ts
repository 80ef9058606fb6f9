import { readFile } from 'node:fs/promises';
import { parse } from 'smol-toml';
import { z } from 'zod';

/** The settings that the emulation supports, with the defaults of the Supabase CLI. */
const config = z.object({
  api: z.object({ max_rows: z.number().default(1_000) }).prefault({}),
  auth: z
    .object({
      enable_signup: z.boolean().default(true),
      minimum_password_length: z.number().default(6),
      rate_limit: z.object({ email_sent: z.number().default(2), token_refresh: z.number().default(150) }).prefault({}),
      email: z
        .object({
          enable_confirmations: z.boolean().default(false),
          double_confirm_changes: z.boolean().default(true),
          otp_expiry: z.number().default(3_600),
          require_current_password: z.boolean().default(false),
        })
        .prefault({}),
      hook: z.record(z.string(), z.object({ enabled: z.boolean().default(true), uri: z.string() })).default({}),
      mfa: z
        .object({
          max_enrolled_factors: z.number().default(10),
          totp: z
            .object({ enroll_enabled: z.boolean().default(false), verify_enabled: z.boolean().default(false) })
            .prefault({}),
        })
        .prefault({}),
    })
    .prefault({}),
  storage: z.object({ file_size_limit: z.string().default('50MiB') }).prefault({}),
});

export type Config = z.output<typeof config>;

/** Parses the text of a `supabase/config.toml`. */
export const parseConfig = (toml: string): Config => config.parse(parse(toml));

/** Reads a `supabase/config.toml`; without one, the defaults of the Supabase CLI. */
export async function readConfig(file: string | undefined): Promise<Config> {
  return parseConfig(file ? await readFile(file, 'utf8') : '');
}

const units = { B: 1, KB: 1e3, MB: 1e6, GB: 1e9, KiB: 2 ** 10, MiB: 2 ** 20, GiB: 2 ** 30 };

/**
 * Bytes of a size such as `50MiB`.
 *
 * @throws for any other text
 */
export function bytesOf(size: string): number {
  const [, amount, unit] = /^(\d+)\s?([KMG]?i?B)$/.exec(size) ?? [];
  if (!unit || !(unit in units)) throw new Error(`${size} is no size such as 50MiB`);
  return Number(amount) * units[unit as keyof typeof units];
}
