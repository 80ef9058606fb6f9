import { globSync, readFileSync } from 'node:fs';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { orNull } from '@/lib/core/action/refusal';
import { fail, succeed } from '@/lib/core/action/result';
import { callRpc, logFailure, type RpcClient, readRpc } from '@/lib/core/action/rpc';

const log = vi.hoisted(() => vi.fn());
vi.mock('@/lib/core/log', () => ({ log: { error: log } }));
beforeEach(() => log.mockClear());

const answering = (data: unknown, error: { message: string } | null = null) =>
  ({ rpc: async () => ({ data, error }) }) as unknown as RpcClient;
const away = answering(null, { message: 'away' });
const refused = (error: string, more = {}) => answering({ ok: false, error, ...more });
const answer = z.object({ retiro_id: z.string() });
const wanted = { p_paypal_email: 'a@b.es', p_centimos: 500, p_clave: 'x' };

describe('a function that may refuse', () => {
  const ask = (client: RpcClient) => callRpc(client, 'pedir_retiro', wanted, ['importe_minimo'], answer);

  it('returns the parsed value', async () => {
    expect(await ask(answering({ ok: true, retiro_id: 'r' }))).toEqual(succeed({ retiro_id: 'r' }));
  });

  it('returns its own refusals, and the common ones', async () => {
    expect(await ask(refused('importe_minimo'))).toEqual(fail('importe_minimo'));
    expect(await ask(refused('sin_sesion'))).toEqual(fail('sin_sesion'));
  });

  it('returns further data of a refusal', async () => {
    expect(await ask(refused('importe_minimo', { deuda_centimos: 5, ids: [1] }))).toEqual(
      fail('importe_minimo', { details: { deuda_centimos: 5 } }),
    );
  });

  it('throws if it did not run, or returns an unknown refusal', async () => {
    await expect(ask(away)).rejects.toThrow('pedir_retiro failed: away');
    await expect(ask(refused('otra_cosa'))).rejects.toThrow('pedir_retiro refused with otra_cosa');
    await expect(ask(answering({ ok: true }))).rejects.toThrow('pedir_retiro answered something else');
  });

  it('can accept any refusal', async () => {
    expect(await callRpc(refused('otra_cosa'), 'pedir_retiro', wanted, null)).toEqual(fail('otra_cosa'));
  });
});

describe('a reading function', () => {
  it('throws for everything except a result', async () => {
    expect(await readRpc(answering(3), 'cerrar_dias', {}, z.number())).toBe(3);
    await expect(readRpc(away, 'cerrar_dias', {}, z.number())).rejects.toThrow('cerrar_dias failed: away');
    await expect(readRpc(refused('x'), 'cerrar_dias', {}, z.number())).rejects.toThrow('cerrar_dias refused with x');
    await expect(readRpc(answering('3'), 'cerrar_dias', {}, z.number())).rejects.toThrow('answered something else');
  });

  it('may return null, but no other shape', async () => {
    expect(await readRpc(refused('no_existe'), 'quien_soy', {}, orNull(answer))).toBeNull();
    expect(await readRpc(answering(null), 'quien_soy', {}, orNull(answer))).toBeNull();
    await expect(readRpc(answering({ id: 1 }), 'quien_soy', {}, orNull(answer))).rejects.toThrow('something else');
  });
});

it('an exception is logged where it is handled', async () => {
  const read = await readRpc(away, 'cerrar_dias', {}, z.number()).then(succeed, logFailure('the days stay open'));
  expect(read).toEqual(fail('failed'));
  expect(log).toHaveBeenCalledExactlyOnceWith({ error: 'cerrar_dias failed: away' }, 'the days stay open');
});

it('database functions are only called through this module', () => {
  const calling = globSync('{app,components,lib}/**/*.{ts,tsx}').filter((file) =>
    /\.rpc\(|rest\/v1\/rpc|\bcallAs\(/.test(readFileSync(file, 'utf8')),
  );
  // Exceptions: the caller is identified where there is no log, an outage is distinguished from a refusal by status,
  // and no client is created.
  expect(calling.sort()).toEqual([
    'lib/account/identity/find-person.ts',
    'lib/core/action/rpc.ts',
    'lib/core/supabase/call-as.ts',
  ]);
});

it('failed reads are only handled by this module', () => {
  const throwing = globSync('{app,components,lib}/**/*.{ts,tsx}').filter((file) =>
    /rror\) throw new Error|query failed/.test(readFileSync(file, 'utf8')),
  );
  // Accounts and storage answer in another shape than the database.
  expect(throwing.sort()).toEqual([
    'lib/account/settings/server.ts',
    'lib/storage/remove.ts',
    'lib/storage/shop-link.ts',
  ]);
});
