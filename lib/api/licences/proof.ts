import 'server-only';
import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';
import { exportJWK, type JSONWebKeySet, SignJWT } from 'jose';
import { z } from 'zod';
import { readRpc } from '@/lib/core/action/rpc';
import { env } from '@/lib/core/env';
import { createAdminClient } from '@/lib/core/supabase/admin';

/** Validity of a proof: the longest time that a plugin works without the shop. */
const proofDays = 7;

/** The PKCS #8 form of an Ed25519 key up to its seed (RFC 8410). */
const prefix = Buffer.from('302e020100300506032b657004220420', 'hex');

const keyRow = z
  .object({ id: z.string(), semilla: z.string().regex(/^[0-9a-f]{64}$/), desde: z.string() })
  .transform(({ id, semilla, desde }) => ({
    id,
    since: Date.parse(desde),
    key: createPrivateKey({ key: Buffer.concat([prefix, Buffer.from(semilla, 'hex')]), format: 'der', type: 'pkcs8' }),
  }));

type SigningKey = { id: string; since: number; key: KeyObject };

/** A new key is published a day before it signs, so an hour-old list is never too old. */
const keptMs = 3_600_000;
let kept: { at: number; keys: SigningKey[] } | undefined;

/** The keys, newest first. */
async function signingKeys(): Promise<SigningKey[]> {
  if (kept && Date.now() - kept.at < keptMs) return kept.keys;
  const keys = await readRpc(createAdminClient(), 'claves_de_firma', {}, z.array(keyRow).min(1));
  kept = { at: Date.now(), keys };
  return keys;
}

/** Content of a proof: the licence, the product, and the server on which it is active. */
export type Proven = { licenceId: string; productId: string; instance: string };

/**
 * A proof that a key is active on a server, which a program checks without the shop: a JWT, signed with Ed25519.
 */
export async function signProof({ licenceId, productId, instance }: Proven): Promise<string> {
  const keys = await signingKeys();
  const key = keys.find(({ since }) => since <= Date.now()) ?? keys.at(-1);
  if (!key) throw new Error('there is no key that signs');
  return new SignJWT({ instance })
    .setProtectedHeader({ alg: 'EdDSA', kid: key.id, typ: 'JWT' })
    .setIssuer(env().SITE_URL)
    .setAudience(productId)
    .setSubject(licenceId)
    .setIssuedAt()
    .setExpirationTime(`${proofDays} days`)
    .sign(key.key);
}

/** The public halves of all keys whose proofs may be valid, and of the next one. */
export async function publicKeys(): Promise<JSONWebKeySet> {
  const keys = await signingKeys();
  return {
    keys: await Promise.all(
      keys.map(async ({ id, key }) => ({
        ...(await exportJWK(createPublicKey(key))),
        kid: id,
        alg: 'EdDSA',
        use: 'sig',
      })),
    ),
  };
}
