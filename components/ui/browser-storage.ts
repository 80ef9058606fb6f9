/** What a browser keeps of this shop: `local` for good, `session` as long as the tab is open. */
type Area = 'local' | 'session';

// A browser that keeps nothing throws already where the storage is named.
const areaOf = (area: Area) => (area === 'local' ? localStorage : sessionStorage);

/** What is kept under a key; null if there is nothing, or the browser does not let pages keep anything. */
export function readStored(key: string, area: Area = 'local'): string | null {
  try {
    return areaOf(area).getItem(key);
  } catch {
    return null;
  }
}

/** The same for JSON. Its shape is not checked: it may be from an earlier release, or from somebody's own hand. */
export function readStoredJson(key: string, area: Area = 'local'): unknown {
  try {
    return JSON.parse(readStored(key, area) ?? 'null');
  } catch {
    return null;
  }
}

/** Keeps a text, or removes it with null. A browser that is full or keeps nothing goes on without. */
export function store(key: string, value: string | null, area: Area = 'local'): void {
  try {
    if (value === null) areaOf(area).removeItem(key);
    else areaOf(area).setItem(key, value);
  } catch {
    // What is kept only saves people from choosing or typing something again.
  }
}

/** The same for JSON. */
export const storeJson = (key: string, value: object | null, area?: Area): void =>
  store(key, value && JSON.stringify(value), area);

/** The keys that begin like this, of what is kept for good. */
export function storedKeys(beginning: string): string[] {
  try {
    return Object.keys(areaOf('local')).filter((key) => key.startsWith(beginning));
  } catch {
    return [];
  }
}
