import 'server-only';
import type { z } from 'zod';
import { callRpc, toJson } from '@/lib/core/action/rpc';
import { createPublicClient } from '@/lib/core/supabase/server';
import { refusalOf } from './problem';

/** An idempotency key and the hash of its request. */
export type Once = { key: string; hash: string };

/** Calls an operation of the database with a key; throws its refusal. */
export type Call = <Schema extends z.ZodType>(
  operation: string,
  data: object,
  schema: Schema,
  once?: Once,
) => Promise<z.output<Schema>>;

/**
 * The calls of one request to the API. The database finds the owner of the key and continues with their permissions
 * (docs/decisions/0036-a-key-acts-as-its-owner.md).
 *
 * @param hash the SHA-256 of the key
 */
export const callWith =
  (hash: string): Call =>
  async (operation, data, schema, once) => {
    const answer = await callRpc(
      createPublicClient(),
      'api_v1',
      {
        p_llave: hash,
        p_operacion: operation,
        p_datos: toJson(data),
        p_clave: once?.key ?? null,
        p_huella: once?.hash ?? null,
      },
      null,
      schema,
    );
    if (answer.ok) return answer.value;
    throw refusalOf(answer.error);
  };
