import type { IncomingMessage, ServerResponse } from 'node:http';

export type Reply = { status: number; body: string; type: string; headers?: Record<string, string> };

export const json = (status: number, value: unknown): Reply => ({
  status,
  body: JSON.stringify(value),
  type: 'application/json',
});
export const html = (status: number, body: string): Reply => ({ status, body, type: 'text/html; charset=utf-8' });
export const redirect = (location: string): Reply => ({ status: 303, body: '', type: 'text/plain', headers: { location } });

/** Stripe's error shape. */
export const stripeError = (status: number, error: { type: string; code?: string; message: string; param?: string }) =>
  json(status, { error });

export async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}

export function send(response: ServerResponse, reply: Reply): void {
  response.writeHead(reply.status, { 'content-type': reply.type, 'cache-control': 'no-store', ...reply.headers });
  response.end(reply.body);
}

export type FormValue = string | FormValue[] | { [key: string]: FormValue };

/** Reads Stripe's nested form encoding: `line_items[0][price_data][currency]=eur`. */
export function parseForm(body: string): Record<string, FormValue> {
  const root: Record<string, FormValue> = {};
  for (const [name, value] of new URLSearchParams(body)) {
    const path = name.replaceAll(']', '').split('[');
    let here = root;
    for (const key of path.slice(0, -1)) {
      here[key] ??= {};
      here = here[key] as Record<string, FormValue>;
    }
    here[path.at(-1) ?? ''] = value;
  }
  return root;
}
