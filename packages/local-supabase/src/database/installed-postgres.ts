import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { chown, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

type Options = {
  /** Folder of the programs, such as /usr/lib/postgresql/15/bin. */
  binaries: string;
  dataDir: string;
  port: number;
  user: string;
  password: string;
  initdbFlags: string[];
  postgresFlags: string[];
  onLog: (message: string) => void;
};

/** PostgreSQL refuses to run as root, so it gets its own user. */
function ownUser(): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {};
  const id = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));
  return { uid: id('-u'), gid: id('-g') };
}

/** A cluster of an installed PostgreSQL instead of the embedded one. */
export function createInstalledPostgres(options: Options) {
  const { binaries, dataDir, port, user, password, initdbFlags, postgresFlags, onLog } = options;
  const owner = ownUser();
  let server: ChildProcess | undefined;

  function run(program: string, args: string[]): ChildProcess {
    const child = spawn(join(binaries, program), args, { ...owner, cwd: '/', stdio: ['ignore', 'pipe', 'pipe'] });
    child.stdout?.on('data', (data) => onLog(String(data)));
    child.stderr?.on('data', (data) => onLog(String(data)));
    return child;
  }

  return {
    async initialise(): Promise<void> {
      const passwordFile = join(tmpdir(), `local-supabase-password-${process.pid}-${port}`);
      await writeFile(passwordFile, `${password}\n`, { mode: 0o600 });
      if (owner.uid !== undefined && owner.gid !== undefined) {
        await chown(passwordFile, owner.uid, owner.gid);
        await chown(dataDir, owner.uid, owner.gid);
      }
      try {
        const child = run('initdb', [
          `--pgdata=${dataDir}`,
          '--auth=scram-sha-256',
          `--username=${user}`,
          `--pwfile=${passwordFile}`,
          ...initdbFlags,
        ]);
        const code = await new Promise((resolve) => child.once('close', resolve));
        if (code !== 0) throw new Error(`initdb ended with ${code}`);
      } finally {
        await rm(passwordFile);
      }
    },
    async start(): Promise<void> {
      const child = run('postgres', ['-D', dataDir, '-p', String(port), ...postgresFlags]);
      server = child;
      await new Promise<void>((resolve, reject) => {
        child.stderr?.on('data', (data) => {
          if (String(data).includes('ready to accept connections')) resolve();
        });
        child.once('close', (code) => reject(new Error(`postgres ended with ${code}`)));
      });
    },
    async stop(): Promise<void> {
      const child = server;
      server = undefined;
      if (!child || child.exitCode !== null) return;
      const ended = new Promise((resolve) => child.once('close', resolve));
      child.kill('SIGINT');
      await ended;
    },
  };
}
