import { join } from 'node:path';
import { parseEnv } from '../lib/core/env.ts';
import { readEnv } from './doctor/read-env.ts';

// A build renders pages, so it needs every variable. This check names missing ones before Next.js compiles for a
// minute.
try {
  parseEnv(readEnv(join(import.meta.dirname, '..')).source);
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}
