import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const folder = join(import.meta.dirname, '../../../docs/decisions');
const read = (name: string) => readFileSync(join(folder, name), 'utf8');
const records = readdirSync(folder)
  .filter((name) => name !== 'README.md')
  .sort();

const day = String.raw`\d{4}-\d{2}-\d{2}`;
const statusLine = new RegExp(
  String.raw`^(Accepted|Proposed|Replaced by \[\d{4}\]\(\S+\)) (${day}(?:, changed ${day})?)\.$`,
);

test.each(records)('%s has a title, a status with a date, and its row in the index', (name) => {
  const [title = '', , status = ''] = read(name).split('\n');
  const [, kind = '', date = ''] = statusLine.exec(status) ?? [];
  expect({ title: title.startsWith('# '), status: kind !== '' }).toEqual({ title: true, status: true });
  const row = `| ${name.slice(0, 4)} | [${title.slice(2)}](${name}) | ${kind.toLowerCase()} | ${date} |`;
  expect(read('README.md')).toContain(row);
});
