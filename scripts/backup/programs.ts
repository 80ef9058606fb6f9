import { spawn } from 'node:child_process';

type Program = { command: string; args: string[] };

/** Connection variables for PostgreSQL programs. Unlike arguments, they do not appear in the process list. */
function environmentOf(databaseUrl: string): NodeJS.ProcessEnv {
  const { hostname, port, username, password, pathname, searchParams } = new URL(databaseUrl);
  return {
    ...process.env,
    PGHOST: hostname,
    PGPORT: port || '5432',
    PGUSER: decodeURIComponent(username),
    PGPASSWORD: decodeURIComponent(password),
    PGDATABASE: decodeURIComponent(pathname.slice(1)),
    ...(searchParams.get('sslmode') && { PGSSLMODE: searchParams.get('sslmode') ?? '' }),
  };
}

function start({ command, args }: Program, databaseUrl: string, stdin: 'ignore' | 'pipe', stdout: 'ignore' | 'pipe') {
  const child = spawn(command, args, { env: environmentOf(databaseUrl), stdio: [stdin, stdout, 'pipe'] });
  let problems = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    problems += text;
  });
  const ended = new Promise<void>((resolve, reject) => {
    child.once('error', () => reject(new Error(`${command} is not there: install PostgreSQL's client programs.`)));
    child.once('close', (code) => {
      if (code === 0) resolve();
      else reject(new Error(`${command} failed:\n${problems.trim()}`));
    });
  });
  return { child, ended };
}

/**
 * Runs a PostgreSQL program on a database.
 *
 * @throws with its error output, or if it is not installed
 */
export async function runProgram(databaseUrl: string, command: string, args: string[]): Promise<void> {
  await start({ command, args }, databaseUrl, 'ignore', 'ignore').ended;
}

/**
 * Pipes one program into another and then writes `last`, only if the first one has succeeded. Its failure or the end of
 * this process never writes `last`. Throws if either program fails.
 */
export async function pipePrograms(databaseUrl: string, from: Program, to: Program, last: string): Promise<void> {
  const reader = start(to, databaseUrl, 'pipe', 'ignore');
  const writer = start(from, databaseUrl, 'ignore', 'pipe');
  const { stdout } = writer.child;
  const { stdin } = reader.child;
  if (!stdout || !stdin) throw new Error('The programs cannot be joined.');
  // A reader that has exited takes no more input; its own error output gives the reason.
  stdin.on('error', () => stdout.resume());
  stdout.pipe(stdin, { end: false });
  const written = writer.ended.then(
    () => stdin.end(last),
    (error: Error) => {
      reader.child.kill('SIGKILL');
      throw error;
    },
  );
  const results = await Promise.allSettled([written, reader.ended]);
  for (const result of results) if (result.status === 'rejected') throw result.reason;
}
