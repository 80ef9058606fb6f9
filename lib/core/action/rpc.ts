import 'server-only';
import type { SupabaseClient } from '@supabase/supabase-js';
import { z } from 'zod';
import { log } from '@/lib/core/log';
import { maxRows, readAllRows } from '@/lib/core/supabase/all-rows';
import { dataOf } from '@/lib/core/supabase/data-of';
import type { Database, Json } from '@/lib/core/supabase/database.types';
import { type DatabaseCode, isDatabaseCode } from './codes';
import { refusalRow } from './refusal';
import { fail, type Result, succeed } from './result';

type Functions = Database['public']['Functions'];

/** Arguments of a function of the database. The generated types do not allow null, which any argument may be. */
type Arguments<Name extends keyof Functions> = {
  [Key in keyof Functions[Name]['Args']]: Functions[Name]['Args'][Key] | null;
};

/** The functions of a client. An interface, because TypeScript needs seconds to compare such a large mapped type. */
export interface RpcClient {
  rpc: SupabaseClient<Database>['rpc'];
}

/** Ignores the answer of a function. */
export const nothing = z.unknown().transform(() => undefined);

async function answerOf<Name extends keyof Functions>(
  client: RpcClient | Promise<RpcClient>,
  name: Name,
  args: Arguments<Name>,
): Promise<unknown> {
  return dataOf(name, (await client).rpc(name, args as Functions[Name]['Args']));
}

function parse<Schema extends z.ZodType>(name: string, data: unknown, schema: Schema): z.output<Schema> {
  const parsed = schema.safeParse(data);
  if (parsed.success) return parsed.data;
  const refused = refusalRow.safeParse(data);
  if (refused.success) throw new Error(`${name} refused with ${refused.data.error}`);
  throw new Error(`${name} answered something else: ${z.prettifyError(parsed.error)}`);
}

/**
 * Calls a function of the database that never refuses.
 *
 * @param schema parses the answer
 * @throws if the call fails, or the answer does not match the schema
 */
export async function readRpc<Name extends keyof Functions, Schema extends z.ZodType>(
  client: RpcClient | Promise<RpcClient>,
  name: Name,
  args: Arguments<Name>,
  schema: Schema,
): Promise<z.output<Schema>> {
  return parse(name, await answerOf(client, name, args), schema);
}

/**
 * Calls a function of the database that returns rows, and reads all of them.
 *
 * @param key a unique column; rows come in its order
 * @param schema parses a row
 * @throws if a call fails, or a row does not match the schema
 */
export async function readRpcRows<Name extends keyof Functions, Schema extends z.ZodType>(
  client: RpcClient | Promise<RpcClient>,
  name: Name,
  args: Arguments<Name>,
  key: string,
  schema: Schema,
): Promise<z.output<Schema>[]> {
  const api: RpcClient = await client;
  const rows = await readAllRows(name, (last: Record<string, unknown> | undefined) => {
    const page = api
      .rpc(name, args as Functions[Name]['Args'])
      .order(key)
      .limit(maxRows);
    return (last ? page.gt(key, last[key]) : page).overrideTypes<Record<string, unknown>[], { merge: false }>();
  });
  return parse(name, rows, z.array(schema));
}

const detail = z.union([z.string(), z.number()]);

function detailsOf(row: z.output<typeof refusalRow>): Record<string, string | number> {
  const { ok: _ok, error: _error, ...rest } = row;
  return Object.fromEntries(
    Object.entries(rest).flatMap(([name, value]) => {
      const read = detail.safeParse(value);
      return read.success ? [[name, read.data]] : [];
    }),
  );
}

/**
 * Calls a function of the database that may refuse.
 *
 * @param refusals its refusal codes, besides those of every function; null accepts any code
 * @param schema parses the answer
 * @returns the answer, or the refusal with its other values in `details`
 * @throws if the call fails, the refusal is not listed, or the answer does not match the schema
 */
export async function callRpc<
  Name extends keyof Functions,
  Code extends string,
  Schema extends z.ZodType = typeof nothing,
>(
  client: RpcClient | Promise<RpcClient>,
  name: Name,
  args: Arguments<Name>,
  refusals: readonly Code[] | null,
  schema?: Schema,
): Promise<Result<z.output<Schema>, Code | DatabaseCode>> {
  const data = await answerOf(client, name, args);
  const refused = refusalRow.safeParse(data);
  if (!refused.success) return succeed(parse(name, data, schema ?? nothing) as z.output<Schema>);
  const { error } = refused.data;
  // Without a list, `Code` is `string`.
  const known = refusals ? refusals.find((code) => code === error) : (error as Code);
  const code = known ?? (isDatabaseCode(error) ? error : null);
  if (!code) throw new Error(`${name} refused with ${error}`);
  const details = detailsOf(refused.data);
  return fail(code, Object.keys(details).length > 0 ? { details } : {});
}

/** Converts a value to JSON for the database; undefined values are dropped. */
export const toJson = (value: unknown): Json => JSON.parse(JSON.stringify(value)) as Json;

/** The message of a thrown value. */
export const messageOf = (problem: unknown): string => (problem instanceof Error ? problem.message : String(problem));

/** Logs a thrown value and returns `failed`, for code that handles failures itself. */
export const logFailure =
  (what: string) =>
  (problem: unknown): Result<never, 'failed'> => {
    log.error({ error: messageOf(problem) }, what);
    return fail('failed');
  };
