import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { APIResponse } from '@playwright/test';
import type { Shop } from './http.ts';

const manifest = join(import.meta.dirname, '../../../.next-e2e/server/server-reference-manifest.json');

export type Call = { args: unknown[] } | { form: Record<string, string> };
export type Action = { id: string; name: string; path: string };

/**
 * Every server action of the build, with a page that offers it: Next.js refuses it anywhere else.
 *
 * @param payment the id of a payment, for the page that shows one
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

/** Sends a server action the way React's client does. */
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

/** The value that an action answers, out of the rows in which React sends it. */
function readValue(text: string): unknown {
  const id = /"a":"\$@(\w+)"/.exec(text)?.[1];
  const row = id && new RegExp(`^${id}:(.*)$`, 'm').exec(text)?.[1];
  if (!row) throw new Error(`no answer of an action: ${text.slice(0, 200)}`);
  return row.startsWith('E') ? { error: 'thrown' } : JSON.parse(row);
}

type Answered = { error?: string; fieldErrors?: Record<string, string> };

/** What came of an action that was sent to a page which does not offer it: it never ran. */
export const notOffered = 'not offered';

/**
 * What came of an action: `done`, the code of its refusal or those of the fields, `to` and where it leads, or the status
 * of an answer that is none. The status alone says little: an action refuses with 200, and what a page does not offer
 * is no error.
 */
export async function outcomeOf(response: APIResponse): Promise<string> {
  const [target] = (response.headers()['x-action-redirect'] ?? '').split(';');
  if (target) return `to ${target}`;
  if (response.status() !== 200) return String(response.status());
  if (!response.headers()['content-type']?.startsWith('text/x-component')) return notOffered;
  const value = readValue(await response.text());
  if (typeof value !== 'object' || value === null) return 'done';
  const { error, fieldErrors = {} } = value as Answered;
  const fields = new Set(Object.values(fieldErrors));
  return fields.size > 0 ? [...fields].join(' ') : (error ?? 'done');
}

/** Sends one server action by its name, from the page that offers it, and says what came of it. */
export async function callAction(shop: Shop, name: string, ...args: unknown[]): Promise<string> {
  const action = (await listActions()).get(name);
  if (!action) throw new Error(`no action ${name} in the build`);
  return outcomeOf(await sendAction(shop, action.path, action.id, { args }));
}

/** The same for an action of a form. */
export async function sendForm(shop: Shop, name: string, form: Record<string, string>): Promise<string> {
  const action = (await listActions()).get(name);
  if (!action) throw new Error(`no action ${name} in the build`);
  return outcomeOf(await sendAction(shop, action.path, action.id, { form }));
}
