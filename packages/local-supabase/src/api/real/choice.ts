import { resolve } from 'node:path';

/** The real services that `AUTH_BINARY` and `STORAGE_SOURCE` name. */
export type RealServices = { authBinary?: string; storageSource?: string };

/** Reads which of Auth and Storage run as the real program in place of the embedded one. */
export function chooseRealServices(source: Record<string, string | undefined> = process.env): RealServices {
  const { AUTH_BINARY, STORAGE_SOURCE } = source;
  return {
    ...(AUTH_BINARY ? { authBinary: resolve(AUTH_BINARY) } : {}),
    ...(STORAGE_SOURCE ? { storageSource: resolve(STORAGE_SOURCE) } : {}),
  };
}
