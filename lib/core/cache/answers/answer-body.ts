import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { isPartial } from '../partial-pages.mjs';

/** The HTML of a page between the places of its nonce. `length`: the bytes that it takes in memory. */
export type Pieces = { length: number; pieces: string[]; isCompressed: boolean };

/** The bytes of an answer that is the same each time, or what makes one with a nonce of its own. */
export type Body = Buffer | Pieces;

const policyHeader = 'content-security-policy';
const nonce = /'nonce-([\w+/=]{20,})'/;
/**
 * What React writes into a page when a part of it has failed, before it has sent what stands around that part and
 * afterwards, and Next.js into its error page.
 */
const failed = /<template data-dgst|\$RX\("|id="__next_error__"/;

/** Takes two thirds of the time of the usual level, and 5 % more bytes. */
const gzipLevel = 4;
const gzipAsync = promisify(gzip);

/** Whether a visitor reads what is compressed with gzip, by the header in which they say so. */
export const readsGzip = ({ headers }: IncomingMessage): boolean =>
  /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/.test(String(headers['accept-encoding'] ?? ''));

/** The nonce of a page that was rendered for one request; undefined for everything else. */
export function nonceOf(response: ServerResponse): string | undefined {
  if (response.hasHeader('content-encoding')) return undefined;
  return nonce.exec(String(response.getHeader(policyHeader)))?.[1];
}

/** A page that was rendered for one request, in pieces between which another nonce can stand. */
export const piecesOf = (html: string, own: string, isCompressed: boolean): Pieces => ({
  length: 2 * html.length,
  pieces: html.split(own),
  isCompressed,
});

/** Whether everybody may get a page that was rendered for one request: it was rendered whole. */
export const isWhole = (html: string): boolean => !failed.test(html) && !isPartial(html);

/**
 * The HTML of a page for one more visitor.
 *
 * @param response gets the policy with the nonce of this HTML
 */
export function freshHtml({ pieces }: Pick<Pieces, 'pieces'>, response: ServerResponse): string {
  const own = randomBytes(18).toString('base64');
  response.setHeader(policyHeader, String(response.getHeader(policyHeader)).replace(nonce, `'nonce-${own}'`));
  return pieces.join(own);
}

/** The bytes of an answer for one more visitor. */
export async function freshBody(body: Body, response: ServerResponse): Promise<Buffer> {
  return Buffer.isBuffer(body) ? body : encodePage(freshHtml(body, response), body.isCompressed, response);
}

/** The bytes of a page, compressed if the browser accepts that. */
export async function encodePage(html: string, isCompressed: boolean, response: ServerResponse): Promise<Buffer> {
  if (!isCompressed) return Buffer.from(html);
  const encoded = await gzipAsync(html, { level: gzipLevel });
  response.setHeader('content-encoding', 'gzip');
  return encoded;
}
