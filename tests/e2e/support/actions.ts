import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { APIResponse } from '@playwright/test';
import type { Shop } from './http.ts';

const manifest = join(import.meta.dirname, '../../../.next-e2e/server/server-reference-manifest.json');

export type Call = { args: unknown[] } | { form: Record<string, string> };
export type Action = { id: string; name: string; path: string };

/**
 * Lists the server actions of the build, each with a page that uses it, because Next.js refuses an action on any other
 * page.
 *
 * @param payment the `[id]` in the address of a page: that of a payment, or of what else the page is about
 */
export async function listActions(payment = ''): Promise<Map<string, Action>> {
  const { node } = JSON.parse(await readFile(manifest, 'utf8')) as {
    node: Record<string, { exportedName: string; workers: Record<string, unknown> }>;
  };
  const parameters = { '[slug]': 'fragua-arcana', '[display_name]': 'Forjabit', '[id]': payment };
  const actions = Object.entries(node)
    .filter(([, { exportedName }]) => !exportedName.startsWith('$$'))
    .map(([id, { exportedName, workers }]) => {
      const pages = Object.keys(workers).filter((name) => !name.includes('/logout/'));
      const [route = 'app/[locale]/logout/page'] = pages;
      let path = route
        .replace('app/[locale]', '')
        .replaceAll(/\/\([^)]+\)/g, '')
        .replace(/\/page$/, '');
      for (const [parameter, value] of Object.entries(parameters)) path = path.replace(parameter, value);
      return { id, name: exportedName, path: path || '/' };
    });
  return new Map(actions.map((action) => [action.name, action]));
}

/** Sends a server action in the format of React's client. */
export function sendAction(shop: Shop, path: string, id: string, call: Call): Promise<APIResponse> {
  const headers = { 'next-action': id };
  if ('args' in call) {
    const body = { 'content-type': 'text/plain;charset=UTF-8' };
    return shop.post(path, { headers: { ...headers, ...body }, data: JSON.stringify(call.args), maxRedirects: 0 });
  }
  const multipart = new FormData();
  for (const [name, value] of Object.entries(call.form)) multipart.append(`_1_${name}`, value);
  multipart.append('0', JSON.stringify([{}, '$K1']));
  return shop.post(path, { headers, multipart, maxRedirects: 0 });
}

/** Rows of React's response by id. A text row has a length instead of a terminator. */
function readRows(body: Buffer): Map<string, string> {
  const rows = new Map<string, string>();
  for (let at = 0; at < body.length; ) {
    const colon = body.indexOf(':', at);
    const id = body.toString('utf8', at, colon);
    if (body[colon + 1] === 'T'.charCodeAt(0)) {
      const comma = body.indexOf(',', colon);
      at = comma + 1 + Number.parseInt(body.toString('utf8', colon + 2, comma), 16);
    } else {
      const end = body.indexOf('\n', colon);
      rows.set(id, body.toString('utf8', colon + 1, end === -1 ? body.length : end));
      at = end === -1 ? body.length : end + 1;
    }
  }
  return rows;
}

/** The return value of an action: the first row references the row that holds it. */
function readValue(body: Buffer): unknown {
  const rows = readRows(body);
  const { a: name } = JSON.parse(rows.get('0') ?? '{}') as { a?: string };
  const row = name && rows.get(name.replace('$@', ''));
  if (!row) throw new Error(`no answer of an action: ${body.toString('utf8', 0, 200)}`);
  return row.startsWith('E') ? { error: 'thrown' } : JSON.parse(row);
}

type Answered = { error?: string; fieldErrors?: Record<string, string> };

/** Outcome of an action that did not run, because its page does not use it. */
export const notOffered = 'not offered';

/**
 * Outcome of an action: `done`, the code of its refusal or of its fields, `to` with the redirect target, or the status
 * of a response without a result. The status alone does not tell, because refusals have 200, too.
 */
export async function outcomeOf(response: APIResponse): Promise<string> {
  const [target] = (response.headers()['x-action-redirect'] ?? '').split(';');
  if (target) return `to ${target}`;
  if (response.status() !== 200) return String(response.status());
  if (!response.headers()['content-type']?.startsWith('text/x-component')) return notOffered;
  const value = readValue(await response.body());
  if (typeof value !== 'object' || value === null) return 'done';
  const { error, fieldErrors = {} } = value as Answered;
  const fields = new Set(Object.values(fieldErrors));
  return fields.size > 0 ? [...fields].join(' ') : (error ?? 'done');
}

/** Sends a server action by name, from a page that uses it, and returns its outcome. */
export async function callAction(shop: Shop, name: string, ...args: unknown[]): Promise<string> {
  const action = (await listActions()).get(name);
  if (!action) throw new Error(`no action ${name} in the build`);
  return outcomeOf(await sendAction(shop, action.path, action.id, { args }));
}

/** Sends the action of a form. */
export async function sendForm(shop: Shop, name: string, form: Record<string, string>): Promise<string> {
  const action = (await listActions()).get(name);
  if (!action) throw new Error(`no action ${name} in the build`);
  return outcomeOf(await sendAction(shop, action.path, action.id, { form }));
}

/** Edits a product as its creator's or the admin's form does, and returns the outcome. */
export async function editProduct(
  shop: Shop,
  { id, slug }: { id: string; slug: string },
  edit: Record<'base' | 'changes', Record<string, unknown>>,
): Promise<string> {
  const action = (await listActions(id)).get('editProduct');
  if (!action) throw new Error('no action editProduct in the build');
  return outcomeOf(
    await sendAction(shop, action.path, action.id, { args: [{ id, slugBefore: slug, edit, reason: 'Prueba' }] }),
  );
}

/** Changes the name of a product as an admin does. */
export async function renameProduct(shop: Shop, { id }: { id: string }, before: string, name: string): Promise<string> {
  const action = (await listActions(id)).get('editContent');
  if (!action) throw new Error('no action editContent in the build');
  const edit = { base: { name: before }, changes: { name } };
  return outcomeOf(await sendAction(shop, action.path, action.id, { args: [{ id, edit, reason: 'Errata' }] }));
}
