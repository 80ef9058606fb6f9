import type { Context } from '../context.ts';
import { parseForm } from '../http/form.ts';
import type { Request } from '../http/router.ts';

/**
 * Collects the values that can select the target of a fault: each scalar of a document, alone (`cs_test_…`) and with
 * its name (`pago_id=…`), so that one rule covers metadata, custom_id and any id.
 */
function collectTags(value: unknown, name = '', tags = new Set<string>()): Set<string> {
  if (value === null || value === undefined) return tags;
  if (typeof value === 'object') {
    for (const [key, child] of Object.entries(value)) collectTags(child, Array.isArray(value) ? name : key, tags);
  } else {
    const text = String(value);
    if (text.length > 0 && text.length <= 500) {
      tags.add(text);
      if (name) tags.add(`${name}=${text}`);
    }
  }
  return tags;
}

/** Tags of all objects of one checkout, order or batch. */
export function familyTags(context: Context, root: string, extra?: unknown): Set<string> {
  const tags = collectTags(extra);
  tags.add(root);
  for (const object of context.store.family(root)) {
    tags.add(object.id);
    collectTags(object.body, '', tags);
    collectTags(object.hidden, '', tags);
  }
  return tags;
}

function parseBody(request: Request): unknown {
  if (!request.text || request.headers['content-type']?.startsWith('multipart/')) return {};
  if (!request.headers['content-type']?.includes('json')) return parseForm(request.text);
  try {
    return JSON.parse(request.text);
  } catch {
    return {}; // The handler deals with the malformed body.
  }
}

/** Tags of an API call: its body, its query, the ids in its path, and the families of those ids. */
export function requestTags(request: Request): Set<string> {
  const body = parseBody(request);
  const tags = collectTags(body);
  collectTags(Object.fromEntries(request.query), '', tags);
  const named = [...request.path.split('/'), ...tags].filter((text) => /^[\w-]{10,80}$/.test(text));
  for (const text of named) {
    const object = request.context.store.any(text);
    if (!object) continue;
    tags.add(text);
    for (const tag of familyTags(request.context, object.root)) tags.add(tag);
  }
  return tags;
}
