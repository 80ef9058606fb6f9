import { spawn } from 'node:child_process';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../..');

const run = (file: string, args: string[]): Promise<number> => {
  const child = spawn(process.execPath, [file, ...args], { cwd: root, stdio: 'inherit' });
  return new Promise((resolve) => child.on('close', (code) => resolve(code ?? 1)));
};

/** Runs a package's command with this Node. Returns the exit code. */
export const runPackage = (script: string, args: string[]): Promise<number> =>
  run(join(root, 'node_modules', script), args);

/** Runs a script of this repository with this Node. Returns the exit code. */
export const runScript = (script: string): Promise<number> => run(join(root, script), []);
