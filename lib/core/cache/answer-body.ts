import { randomBytes } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { isPartial } from './partial-pages.mjs';

/** The HTML of a page between the places of its nonce. */
type Pieces = { length: number; pieces: string[]; isPacked: boolean };

/** The bytes of an answer that is the same each time, or what makes one with a nonce of its own. */
export type Body = Buffer | Pieces;

const policyHeader = 'content-security-policy';
const nonce = /'nonce-([\w+/=]{20,})'/;
/** What React writes into a page of which a part has failed, and Next.js into its page of errors. */
const failed = /<template data-dgst|id="__next_error__"/;

/** Takes two thirds of the time of the usual level, and 5 % more bytes. */
const gzipLevel = 4;
const squeeze = promisify(gzip);
const open = promisify(gunzip);

/**
 * What to keep of a page that was rendered for one request.
 *
 * @param bytes as they were sent
 * @returns null for a page that nobody else may get: one without a nonce, not rendered whole, or in another encoding
 */
export async function bodyOf(bytes: Buffer, response: ServerResponse): Promise<Pieces | null> {
  const [, own] = nonce.exec(String(response.getHeader(policyHeader))) ?? [];
  const encoding = response.getHeader('content-encoding');
  if (!own || (encoding !== undefined && encoding !== 'gzip')) return null;
  const isPacked = encoding === 'gzip';
  const html = (isPacked ? await open(bytes).catch(() => Buffer.alloc(0)) : bytes).toString();
  const pieces = html.split(own);
  if (pieces.length < 2 || failed.test(html) || isPartial(html)) return null;
  return { length: html.length, pieces, isPacked };
}

/**
 * The bytes of an answer for one more visitor.
 *
 * @param response gets the policy with the nonce of its body
 */
export async function freshBody(body: Body, response: ServerResponse): Promise<Buffer> {
  if (Buffer.isBuffer(body)) return body;
  const own = randomBytes(18).toString('base64');
  response.setHeader(policyHeader, String(response.getHeader(policyHeader)).replace(nonce, `'nonce-${own}'`));
  const html = Buffer.from(body.pieces.join(own));
  return body.isPacked ? squeeze(html, { level: gzipLevel }) : html;
}
