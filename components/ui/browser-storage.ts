/** Browser storage: `local` is permanent, `session` lasts as long as the tab. */
type Area = 'local' | 'session';

// Merely accessing storage throws if the browser blocks it.
const areaOf = (area: Area) => (area === 'local' ? localStorage : sessionStorage);

/** Reads a key; null if it is absent or storage is blocked. */
export function readStored(key: string, area: Area = 'local'): string | null {
  try {
    return areaOf(area).getItem(key);
  } catch {
    return null;
  }
}

/** Reads JSON. The shape is not validated: it may come from an earlier release or be edited. */
export function readStoredJson(key: string, area: Area = 'local'): unknown {
  try {
    return JSON.parse(readStored(key, area) ?? 'null');
  } catch {
    return null;
  }
}

/** Writes a text; null removes it. Errors of full or blocked storage are ignored. */
export function store(key: string, value: string | null, area: Area = 'local'): void {
  try {
    if (value === null) areaOf(area).removeItem(key);
    else areaOf(area).setItem(key, value);
  } catch {
    // Stored values are only a convenience.
  }
}

/** Writes JSON; null removes it. */
export const storeJson = (key: string, value: object | null, area?: Area): void =>
  store(key, value && JSON.stringify(value), area);

/** Keys of permanent storage with this prefix. */
export function storedKeys(beginning: string): string[] {
  try {
    return Object.keys(areaOf('local')).filter((key) => key.startsWith(beginning));
  } catch {
    return [];
  }
}
