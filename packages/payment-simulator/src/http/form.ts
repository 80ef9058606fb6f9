type FormValue = string | FormValue[] | { [key: string]: FormValue };
type FormObject = { [key: string]: FormValue };

const FORBIDDEN = new Set(['__proto__', 'constructor', 'prototype']);

function splitKey(name: string): string[] {
  const open = name.indexOf('[');
  if (open < 0) return [name];
  return [name.slice(0, open), ...[...name.slice(open).matchAll(/\[([^\]]*)\]/g)].map((match) => match[1] ?? '')];
}

function arrays(value: FormValue): FormValue {
  if (typeof value === 'string' || Array.isArray(value)) return value;
  const entries = Object.entries(value).map(([key, child]) => [key, arrays(child)] as const);
  if (entries.length > 0 && entries.every(([key]) => /^\d+$/.test(key))) {
    return entries.sort((a, b) => Number(a[0]) - Number(b[0])).map(([, child]) => child);
  }
  return Object.fromEntries(entries);
}

/** Parses Stripe's form encoding: `a[b][0][c]=1` and `a[]=1` become nested objects and lists. */
export function parseForm(text: string): FormObject {
  const root: { [key: string]: FormValue } = Object.create(null) as { [key: string]: FormValue };
  for (const [name, value] of new URLSearchParams(text)) {
    const path = splitKey(name);
    if (path.some((part) => FORBIDDEN.has(part))) continue;
    let node: { [key: string]: FormValue } = root;
    path.forEach((part, index) => {
      const key = part === '' ? String(Object.keys(node).length) : part;
      if (index === path.length - 1) {
        node[key] = value;
        return;
      }
      const next = node[key];
      const child = typeof next === 'object' && !Array.isArray(next) ? next : {};
      node[key] = child;
      node = child;
    });
  }
  return Object.fromEntries(Object.entries(root).map(([key, value]) => [key, arrays(value)]));
}
