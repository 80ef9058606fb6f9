import 'server-only';
import * as http from 'node:http';
import * as https from 'node:https';
import { useAgent as guardedAgent } from 'request-filtering-agent';
import { deadlines } from '@/lib/core/http/deadlines';
import { retryAfter } from './retry-after';
import type { PostError } from './types';

/**
 * Outcome of a call: the status of its response with the seconds of its `Retry-After`, or why there was no response.
 */
export type Posted =
  | { status: number; error: null; retryAfter: number | null }
  | { status: null; error: PostError; retryAfter?: never };

/** Bytes of an answer that are read; its content is ignored. */
const mostBytes = 64_000;

const names: Record<string, PostError> = {
  ENOTFOUND: 'name',
  EAI_AGAIN: 'name',
  ECONNREFUSED: 'refused',
  EHOSTUNREACH: 'refused',
  ENETUNREACH: 'refused',
};

function errorOf(problem: Error & { code?: string }): PostError {
  // The agent's refusals have no code.
  if (/is not allowed/.test(problem.message)) return 'private';
  const code = problem.code ?? '';
  if (/CERT|SSL|TLS|SELF_SIGNED|UNABLE_TO/.test(code)) return 'tls';
  return names[code] ?? 'broken';
}

/** Kinds of addresses that may be called in addition to https addresses of the internet. */
export type Reach = { http?: boolean; privateNetworks?: boolean };

/** A local shop also calls http and private addresses, because its test receivers run on the same machine. */
export const reachOf = (isLocal: boolean): Reach => ({ http: isLocal, privateNetworks: isLocal });

/** True if an address may be called at all: https, without a password. */
export function isCallable(address: string, reach: Reach): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, username, password, hash } = new URL(address);
  return (protocol === 'https:' || (reach.http === true && protocol === 'http:')) && username + password + hash === '';
}

/**
 * Posts JSON to an address of a creator. Private networks are refused on connection, so that a host name cannot resolve
 * to one later (SSRF). Redirects are not followed, and the answer is not stored.
 *
 * @param reach see `reachOf`
 */
export function post(address: string, body: string, headers: Record<string, string>, reach: Reach): Promise<Posted> {
  if (!isCallable(address, reach)) return Promise.resolve({ status: null, error: 'address' });
  return new Promise((resolve) => {
    const finish = (posted: Posted) => {
      clearTimeout(timer);
      resolve(posted);
    };
    const { request } = address.startsWith('https:') ? https : http;
    const call = request(address, {
      method: 'POST',
      agent: guardedAgent(address, {
        allowPrivateIPAddress: reach.privateNetworks === true,
        allowMetaIPAddress: false,
      }),
      headers: { ...headers, 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(body)) },
    });
    const timer = setTimeout(() => {
      finish({ status: null, error: 'timeout' });
      call.destroy();
    }, deadlines.hook);
    call.on('response', (response) => {
      let size = 0;
      response.on('data', (chunk: Buffer) => {
        size += chunk.length;
        if (size > mostBytes) call.destroy();
      });
      const status = response.statusCode ?? 0;
      const wait = retryAfter(status, response.headers['retry-after']);
      response.on('close', () => finish({ status, error: null, retryAfter: wait }));
    });
    call.on('error', (problem) => finish({ status: null, error: errorOf(problem) }));
    call.end(body);
  });
}
