import type { IncomingMessage, ServerResponse } from 'node:http';

/** For how long an answer that was made for one request may be sent again. Seconds. */
export const secondsOfMade = 3;

const longestUrl = 500;

/** Request headers with which Next.js may answer something else than the whole page. */
const answerChanging = ['rsc', 'next-action', 'content-type', 'range', 'transfer-encoding', 'upgrade', 'authorization'];
const ofNext = /^(?:next-|x-next|x-middleware|x-matched|x-prerender)/;
const previewCookie = /__prerender_bypass|__next_preview/;

/** Whether a request can only mean the whole page at its address, as a browser asks for it. */
export function asksForPage({ method, url = '', headers }: IncomingMessage): boolean {
  if (method !== 'GET' || url.length > longestUrl) return false;
  if (answerChanging.some((name) => headers[name] !== undefined)) return false;
  return !Object.keys(headers).some((name) => ofNext.test(name)) && !previewCookie.test(headers.cookie ?? '');
}

/** Whether a browser asks for a fresh copy. */
export const isReload = ({ headers }: IncomingMessage): boolean =>
  (headers['cache-control'] ?? headers.pragma) !== undefined;

/** What belongs to one answer, or to the connection that it was sent on. */
const ofOneAnswer = [
  'x-request-id',
  'server-timing',
  'date',
  'connection',
  'content-length',
  'keep-alive',
  'transfer-encoding',
];

export type KeptHeaders = [name: string, value: number | string | string[]][];

/** The headers of an answer with which it may be sent again. */
export const headersToKeep = (response: ServerResponse): KeptHeaders =>
  Object.entries(response.getHeaders()).filter(([name]) => !ofOneAnswer.includes(name)) as KeptHeaders;
