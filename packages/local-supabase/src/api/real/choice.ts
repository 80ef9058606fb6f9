import { resolve } from 'node:path';

/** The real services that `AUTH_BINARY`, `POSTGREST_BINARY` and `STORAGE_SOURCE` name. */
export type RealServices = { authBinary?: string; restBinary?: string; storageSource?: string };

/** Reads for which of Auth, REST and Storage the real program replaces the embedded one. */
export function chooseRealServices(source: Record<string, string | undefined> = process.env): RealServices {
  const { AUTH_BINARY, POSTGREST_BINARY, STORAGE_SOURCE } = source;
  return {
    ...(AUTH_BINARY ? { authBinary: resolve(AUTH_BINARY) } : {}),
    ...(POSTGREST_BINARY ? { restBinary: resolve(POSTGREST_BINARY) } : {}),
    ...(STORAGE_SOURCE ? { storageSource: resolve(STORAGE_SOURCE) } : {}),
  };
}
