import { readOptions } from '@unstore/processes';
import { judgeFile } from './setup/files.ts';
import { readProject, runCommand, say } from './setup/project.ts';

// Forbids a file by its SHA-256, or allows it regardless of the scanner (docs/operations.md, "Files of creators").
const { values, positionals } = readOptions({
  allowPositionals: true,
  options: {
    'env-file': { type: 'string' },
    reason: { type: 'string' },
  },
});

await runCommand(async () => {
  const [verdict, sum] = positionals;
  const isKnown = verdict === 'forbid' || verdict === 'allow' || verdict === 'forget';
  if (!isKnown || !sum || (verdict !== 'forget' && !values.reason)) {
    throw new Error('Usage: npm run judge:file -- forbid|allow|forget <SHA-256> --reason "known stealer"');
  }
  say(await judgeFile(readProject(values['env-file']), verdict, sum, values.reason ?? null));
});
